import { readdirSync, readFileSync } from 'node:fs';
import { closeServers, html as page, serve } from '@webpith/fetch/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { blocksFromTree, decodeBytes, HIDDEN, type PageTree, TAG, treeFromHtml } from 'webpith/stages';
import { sampled } from '../../../test/tiers.js';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';
import { failure } from './testing/failure.js';

const PAGES = new URL('../../../test/pages/', import.meta.url);
const OFFLINE = { network: false } as const;

const nodes = (tree: PageTree) => [...Array(tree.count).keys()];
const find = (tree: PageTree, tag: string) => nodes(tree).find(node => tree.tagName(node) === tag)!;
const findText = (tree: PageTree, text: string) =>
  nodes(tree).find(node => tree.tag[node] === TAG['#text'] && tree.text(node).includes(text))!;
const texts = (tree: PageTree) => [...blocksFromTree(tree).texts];

describe.skipIf(!hasChromium)('a pool', () => {
  let pool: RenderPool;
  beforeAll(() => {
    pool = openPool({ pages: 2 });
  });
  afterAll(() => pool?.close());
  afterEach(closeServers);

  describe('returns the same tree as the HTML parser', () => {
    it('for test pages', async () => {
      const all = readdirSync(PAGES).filter(name => name !== 'plain-pre');
      const names = sampled(all, 6);
      const compared = names.map(async name => {
        const html = readFileSync(new URL(`${name}/source.html`, PAGES));
        const { tree } = await pool.render({ html }, { ...OFFLINE, javascript: false });
        expect(texts(tree), name).toEqual(texts(treeFromHtml(decodeBytes(html).text)));
      });
      expect(all.length).toBeGreaterThan(50);
      await Promise.all(compared);
    });

    it('except for the line break after <pre>, which belongs to the markup', async () => {
      const html = readFileSync(new URL('plain-pre/source.html', PAGES));
      const { tree } = await pool.render({ html }, { ...OFFLINE, javascript: false });
      const expected = texts(treeFromHtml(decodeBytes(html).text));
      expect(texts(tree)).toEqual(expected.map(text => text.replace(/^\n/, '')));
    });
  });

  it('returns boxes, styles and lines', async () => {
    const html =
      '<!doctype html><style>body{margin:0}div{margin:10px 0 0 20px;width:300px;height:50px;color:#f00;' +
      'font:20px/25px monospace;padding:5px;border:2px solid #00f}</style><div>one two<br>three</div>';
    const { tree, settled } = await pool.render({ html }, OFFLINE);
    const layout = tree.layout!;
    const div = find(tree, 'div');
    expect(layout.box(div)).toEqual({ x: 20, y: 10, width: 314, height: 64 });
    expect(layout.style(div, 'color')).toBe('rgb(255, 0, 0)');
    expect(layout.style(div, 'border-left-width')).toBe('2px');
    expect(layout.style(div, 'font-size')).toBe('20px');
    expect(layout.lines(findText(tree, 'one two'))).toHaveLength(1);
    expect(layout.columns.viewport).toEqual({ width: 1280, height: 1024 });
    expect(settled).toBe(true);
  });

  it('positions the content of an iframe on the page, and excludes its text unless requested', async () => {
    const html =
      '<!doctype html><style>body{margin:0}iframe{margin:40px;border:3px solid;padding:2px}</style>' +
      '<p>Outer</p><iframe srcdoc="<title>No</title><style>body{margin:0}</style><p style=margin:0>Inner"></iframe>';
    const { tree } = await pool.render({ html }, OFFLINE);
    const layout = tree.layout!;
    const inner = findText(tree, 'Inner');
    const frame = layout.box(find(tree, 'iframe'))!;
    expect(layout.inFrame(inner)).toBe(true);
    expect(layout.inFrame(findText(tree, 'Outer'))).toBe(false);
    expect(layout.box(inner)).toMatchObject({ x: frame.x + 5, y: frame.y + 5 });
    expect(texts(tree)).toEqual(['Outer']);
    expect(find(tree, 'title')).toBeUndefined();
    const read = await pool.render({ html }, { ...OFFLINE, readFrames: true });
    expect(texts(read.tree)).toEqual(['Outer', 'Inner']);
  });

  it('marks text hidden by style sheets, and runs scripts if enabled', async () => {
    const html =
      '<style>.gone{display:none}.veil{visibility:hidden}</style><p class=gone>One</p><p class=veil>Two</p><p>Three</p>' +
      '<details><summary>More</summary><p>Four</p></details><noscript><p>Five</p></noscript>' +
      '<script>document.body.append("Six")</script>';
    const { tree, html: after } = await pool.render({ html }, OFFLINE);
    const hidden = (text: string) => tree.flags[findText(tree, text)]! & HIDDEN;
    expect(['One', 'Two', 'Three', 'Four'].map(hidden)).toEqual([HIDDEN, HIDDEN, 0, 0]);
    expect(texts(tree)).toEqual(['One', 'Two', 'Three', 'More', 'Four', 'Five', 'Six']);
    expect(after).toContain('Six</body>');
    const still = await pool.render({ html }, { ...OFFLINE, javascript: false });
    expect(texts(still.tree)).not.toContain('Six');
  });

  it('yields the same extraction as the HTML', async () => {
    const html = readFileSync(new URL('news-article/source.html', PAGES));
    const { tree } = await pool.render({ html }, { ...OFFLINE, javascript: false });
    expect(extract(tree).text).toBe(extract(html).text);
    expect(extract(tree).title).toBe(extract(html).title);
  });

  it('fetches pages with their scripts, and follows redirects', async () => {
    const site = await serve((request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end();
      else if (request.url === '/new') page('<p>Page<script src=/s.js></script>')(request, response);
      else response.writeHead(200, { 'content-type': 'text/javascript' }).end('document.write("Script")');
    });
    const rendered = await pool.render({ url: `${site}/old` }, { allowPrivate: true, wait: 'idle' });
    expect(rendered.url).toBe(`${site}/new`);
    expect(texts(rendered.tree)).toEqual(['PageScript']);
  });

  it('rejects an error status and an invalid viewport', async () => {
    const site = await serve((_request, response) => response.writeHead(503).end());
    expect((await failure(pool.render({ url: site }, { allowPrivate: true }))).code).toBe('http-status');
    expect((await failure(pool.render({ html: '' }, { viewport: { width: 0, height: 1 } }))).code).toBe(
      'bad-option',
    );
  });

  it('returns a page that never settles', async () => {
    const site = await serve((request, response) => {
      if (request.url === '/') page('<p>There<img src=/never>')(request, response);
    });
    const rendered = await pool.render({ url: `${site}/` }, { allowPrivate: true, patience: 500 });
    expect(rendered.settled).toBe(false);
    expect(texts(rendered.tree)).toEqual(['There']);
  });

  it('takes a screenshot of the whole page', async () => {
    const html = '<body style="margin:0"><div style="height:3000px">';
    const { screenshot } = await pool.render({ html }, { ...OFFLINE, screenshot: true });
    const view = Buffer.from(screenshot!);
    expect(view.subarray(1, 4).toString()).toBe('PNG');
    expect([view.readUInt32BE(16), view.readUInt32BE(20)]).toEqual([1280, 3000]);
  });
});
