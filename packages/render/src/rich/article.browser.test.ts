import { closeServers, serve } from '@webpith/fetch/testing';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { ATTR, type PageTree, TAG, treeFromHtml, UNSEEN } from 'webpith/stages';
import type { RenderedPage } from '../capture.js';
import { openPool, type RenderPool } from '../pool.js';
import { hasChromium } from '../testing/chromium.js';
import { comparePictures } from '../testing/compare-pictures.js';
import { harbourParts } from '../testing/harbour-parts.js';
import { harbourSite } from '../testing/harbour-site.js';
import { richArticle, richPage } from './article.js';
import type { Media, RichParts } from './parts.js';
import { isSafeValue, RICH_STYLES } from './properties.js';

const nodes = (tree: PageTree) => [...Array(tree.count).keys()];
const OPTIONS = { allowPrivate: true, screenshot: true, styles: RICH_STYLES } as const;

/** Longer texts with their font size and colour. */
const lettering = (tree: PageTree, within: number) =>
  nodes(tree)
    .filter(
      node => tree.tag[node] === TAG['#text'] && tree.contains(within, node) && tree.text(node).trim() !== '',
    )
    .map(node => {
      const style = (name: string) => tree.layout!.style(node, name);
      return [
        tree.text(node).trim().slice(0, 30),
        style('font-size'),
        style('font-family'),
        style('font-weight'),
        style('color'),
      ];
    });

/** Every text and image of a page. */
function everything(tree: PageTree): RichParts {
  const texts = Uint8Array.from(nodes(tree), node =>
    tree.tag[node] === TAG['#text'] && (tree.flags[node]! & UNSEEN) === 0 && tree.text(node).trim() !== ''
      ? 1
      : 0,
  );
  const media = nodes(tree).flatMap((node): [number, Media][] => {
    const type = tree.tag[node] === TAG.img ? 'image' : tree.tag[node] === TAG.video ? 'video' : undefined;
    return type === undefined ? [] : [[node, { type, src: tree.attribute(node, ATTR.src) ?? '' }]];
  });
  return { texts, media: new Map(media), title: -1, titleTexts: new Uint8Array(tree.count) };
}

describe.skipIf(!hasChromium)('the rich article', () => {
  let pool: RenderPool;
  let site: string;
  let original: RenderedPage;
  let html: string;
  let generated: RenderedPage;
  beforeAll(async () => {
    pool = openPool({ pages: 1 });
    site = await serve(harbourSite);
    original = await pool.render({ url: `${site}/` }, OPTIONS);
    html = richPage(original.tree, harbourParts(original.tree), {
      url: `${site}/`,
      title: 'The harbour',
      language: 'en',
    });
    generated = await pool.render({ html, url: `${site}/article` }, OPTIONS);
  });
  afterAll(async () => {
    closeServers();
    await pool?.close();
  });

  /** The element with the body, or the title, on either page. */
  const story = ({ tree }: RenderedPage) => {
    const lead = nodes(tree).find(
      node => tree.tag[node] === TAG['#text'] && tree.text(node).startsWith('When the river'),
    )!;
    return tree.parent[tree.parent[lead]!]!;
  };
  const heading = ({ tree }: RenderedPage) => tree.tag.indexOf(TAG.h1);
  const region = (page: RenderedPage, node: number) => ({
    png: page.screenshot!,
    box: page.tree.layout!.box(node)!,
  });

  it.each([
    ['body', story],
    ['title', heading],
  ] as const)('looks like the original: %s', async (_, find) => {
    const [a, b] = [region(original, find(original)), region(generated, find(generated))];
    expect(b.box.width).toBeCloseTo(a.box.width, 0);
    expect(Math.abs(b.box.height - a.box.height)).toBeLessThan(0.01 * a.box.height + 1);
    const difference = await comparePictures(pool, a, b);
    // The region starts at a different subpixel, so antialiasing differs; without styles the value is 0.19.
    expect(difference.pixels).toBeLessThan(0.02);
    expect(difference.colours).toBeLessThan(0.05);
    expect(difference.dominant[1]).toBe(difference.dominant[0]);
  });

  it('differs from an article without its styles', async () => {
    const plain = await pool.render(
      { html: html.replace(/ style="[^"]*"/g, ''), url: `${site}/article` },
      OPTIONS,
    );
    const difference = await comparePictures(
      pool,
      region(original, story(original)),
      region(plain, story(plain)),
    );
    expect(difference.pixels).toBeGreaterThan(0.1);
  });

  it('has the same fonts and colours', () => {
    expect(lettering(generated.tree, story(generated))).toEqual(lettering(original.tree, story(original)));
    expect(lettering(generated.tree, heading(generated))).toEqual(
      lettering(original.tree, heading(original)),
    );
  });

  it('contains only the article, with absolute URLs', () => {
    expect(html).toContain(`href="${site}/archive/masons"`);
    expect(html).toContain(`src="${site}/harbour.svg"`);
    expect(html).not.toMatch(/Most read|Imprint|comments|Copy link|Half price|<script|<link/);
  });

  it('writes only styles that differ from the defaults', () => {
    const styles = [...html.matchAll(/<p style="([^"]*)"/g)].map(match => match[1]!);
    expect(styles).toContain('margin-bottom:16px');
    expect(html.match(/font-family/g)!.length).toBeLessThan(10);
  });

  it('keeps tables, lists, videos and animations, and escapes the markup of the page', async () => {
    const hostile =
      '<body onload="x()"><h1 onclick="x()">Head</h1><p style="font-family:\'a}&lt;/style>\'">One <a href="javascript:x()">bad</a>' +
      '<a href="../b?c=1&d" target=_top>good</a></p><script>var x</script><form action=/><input name=q></form>' +
      '<table style="border-collapse:collapse"><tr><td colspan=2 style="border:1px solid red">Cell</table>' +
      '<ol start=3><li>Three<li>Four</ol><img src="data:text/html,<script>1</script>" width=50 height=50 alt=data>' +
      '<img src=/moving.gif width=60 height=60 alt=moving><video src=/film.mp4 autoplay muted loop width=80 height=60></video>' +
      '<div style="background-image:url(/track);background-color:#eee">Box</div><svg onload="x()"><text>svg</text></svg>';
    const { tree } = await pool.render(
      { html: hostile, url: 'http://127.0.0.1/a/page' },
      { network: false, styles: RICH_STYLES },
    );
    const out = richPage(tree, everything(tree), { url: 'http://127.0.0.1/a/page' });
    expect(unsafeParts(out)).toEqual([]);
    const again = treeFromHtml(out);
    const find = (tag: number) => again.tag.indexOf(tag);
    const links = nodes(again).filter(node => again.tag[node] === TAG.a);
    expect(links.map(node => again.attribute(node, ATTR.href))).toEqual([
      undefined,
      'http://127.0.0.1/b?c=1&d',
    ]);
    expect(again.attribute(find(TAG.td), ATTR.colspan)).toBe('2');
    expect(again.attribute(find(TAG.ol), ATTR.start)).toBe('3');
    expect(out).toContain('src="http://127.0.0.1/moving.gif"');
    expect(out).toMatch(/<video src="http:\/\/127\.0\.0\.1\/film\.mp4" autoplay="" loop="" muted=""/);
    expect(out).toContain('background-color:rgb(238, 238, 238)');
    expect(out).not.toMatch(/track|data:|url\(/);
  });

  it('can be made from an extraction, with its title', () => {
    const out = richArticle(original.tree, extract(original.tree, { url: `${site}/` }), { url: `${site}/` });
    expect(out).toContain('<title>The harbour that moved twice</title>');
    expect(out.match(/>The harbour that moved twice</g)).toHaveLength(2); // one in the article, one on the page
    expect(out).toContain('The second move came in 1838');
  });

  it('requires a rendered page', () => {
    const tree = treeFromHtml('<p>One');
    expect(() => richArticle(tree, extract(tree))).toThrow(/render it first/);
  });
});

describe('isSafeValue', () => {
  it.each(['rgb(1, 2, 3)', '"DejaVu Sans", sans-serif', '12.5px', 'linear-gradient(rgb(1, 2, 3), red)'])(
    'accepts %s',
    value => {
      expect(isSafeValue(value)).toBe(true);
    },
  );
  it.each([
    'url(x)',
    'URL(x)',
    'a;color:red',
    'a}b',
    '"</style>"',
    'a\\26',
    'image-set("x" 1x)',
    'expression(1)',
    '',
  ])('rejects %s', value => {
    expect(isSafeValue(value)).toBe(false);
  });
});

interface ParsedNode {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly ParsedNode[];
}

/** Parts of the article that a browser must not find. */
function unsafeParts(html: string): string[] {
  const unsafe: string[] = [];
  const stack = [parse(html) as ParsedNode];
  while (stack.length > 0) {
    const { nodeName, attrs = [], childNodes = [] } = stack.pop()!;
    stack.push(...childNodes);
    if (/^(?:script|iframe|frame|object|embed|form|input|link|base|svg|template)$/.test(nodeName))
      unsafe.push(nodeName);
    for (const { name, value } of attrs) {
      if (name.startsWith('on') || name === 'srcdoc' || name === 'target') unsafe.push(name);
      if (/^\s*(?:javascript|vbscript|data):/i.test(value)) unsafe.push(value);
    }
  }
  return unsafe;
}
