import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../corpora/corpus.js';
import { blockText, type DomNode, htmlOf, htmlToText, loadPackage, peers } from './peers.js';
import { loadRecorded } from './programs.js';

const paragraph = (topic: string) =>
  `<p>The ${topic} was built by hand, stone upon stone, and it took the village eleven years, two storms and one
  borrowed crane to finish it; nobody who saw the work begin, they say, believed that it would ever end.</p>`;
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>How the lighthouse was built</title>
  <meta name="author" content="Ada Example"></head><body>
  <nav><ul><li><a href="/">Home page</a></li><li><a href="/shop">Shop window</a></li></ul></nav>
  <article><h1>How the lighthouse was built</h1>${['tower', 'harbour', 'road', 'wall'].map(paragraph).join('\n')}</article>
  <footer><a href="/legal">Legal notice</a></footer></body></html>`;
const page = (text: string): Page => ({ id: 'a', url: 'https://example.org/a', html: Buffer.from(text) });

describe.each(Object.entries(peers))('%s', (name, load) => {
  it('returns the article as block text without navigation', async () => {
    const extractor = await load();
    expect(extractor.name).toBe(name);
    const { text, title } = await extractor.extract(page(html));
    for (const topic of ['tower', 'harbour', 'road', 'wall'])
      expect(text).toContain(`The ${topic} was built by hand`);
    expect(text.split('\n').length).toBeGreaterThanOrEqual(4);
    expect(text).not.toMatch(/Shop window|Legal notice/);
    expect(title).toContain('How the lighthouse was built');
  });

  it('works without a URL', async () => {
    const { url: _, ...rest } = page(html);
    const { text } = await (await load()).extract(rest);
    expect(text).toContain('The harbour was built by hand');
  });
});

describe.each(['readability', 'defuddle'] as const)('Markdown of %s', name => {
  it('is returned on request', async () => {
    const linked = html.replace('The harbour', 'The <a href="/stones">harbour</a>');
    expect((await (await peers[name]()).extract(page(linked))).markdown).toBeUndefined();
    const { markdown } = await (await peers[name]({ markdown: true })).extract(page(linked));
    expect(markdown).toMatch(/^The \[harbour\]\((?:https:\/\/example\.org)?\/stones\) was built/m);
    expect(markdown).not.toContain('<p>');
  });
});

describe('loadPackage', () => {
  it('explains how to install a missing package and rethrows other errors', async () => {
    const missing = Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' });
    await expect(loadPackage('some-rival', () => Promise.reject(missing))).rejects.toThrow(
      /“some-rival” is not installed.*npm install --save-dev some-rival/,
    );
    await expect(loadPackage('x', () => Promise.reject(new Error('other')))).rejects.toThrow('other');
  });
});

describe('block text', () => {
  it('has one line per block and single spaces', () => {
    expect(htmlToText('<p>one <b>bold</b>\n two</p>three<br>four<ul><li>a<li>b</ul>')).toBe(
      'one bold two\nthree\nfour\na\nb',
    );
  });

  it('omits unreadable elements', () => {
    expect(htmlToText('<p>a</p><script>x</script><style>y</style><!-- z --><template>t</template>')).toBe(
      'a',
    );
    expect(htmlToText('')).toBe('');
  });

  it('stays inside the subtree', () => {
    const { document } = parseHTML('<html><body><div id="x">in<p>side</p></div><p>outside</p></body></html>');
    expect(blockText(document.getElementById('x') as unknown as DomNode)).toBe('in\nside');
  });

  it('handles nesting deeper than the call stack', () => {
    const deep = { nodeType: 1, nodeName: 'DIV', nodeValue: null, parentNode: null, nextSibling: null };
    let node: DomNode = { ...deep, nodeType: 3, nodeName: '#text', nodeValue: 'deep', firstChild: null };
    for (let i = 0; i < 100_000; i++) {
      const parent: DomNode = { ...deep, firstChild: node };
      (node as { parentNode: DomNode | null }).parentNode = parent;
      node = parent;
    }
    expect(blockText(node)).toBe('deep');
  });
});

describe('a page', () => {
  it('is decoded before a peer gets it', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><p>caf\xe9</p>', 'latin1');
    expect(htmlOf({ id: 'a', html: latin })).toContain('café');
  });
});

describe('loadRecorded', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pith-recorded-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('replays recordings, compressed or not', async () => {
    const lines = [
      { id: 'a', text: 'content', markdown: '*content*', title: 'T', author: 'A B', date: '2020-01-01' },
      { id: 'b', text: '', title: '' },
      { id: 'c', error: 'it crashed' },
    ];
    const text = lines.map(line => JSON.stringify(line)).join('\n');
    await writeFile(join(dir, 'x.jsonl'), text);
    await writeFile(join(dir, 'x.jsonl.gz'), gzipSync(text));
    for (const file of ['x.jsonl', 'x.jsonl.gz']) {
      const extractor = await loadRecorded('peer', join(dir, file));
      expect(extractor.name).toBe('peer');
      expect(extractor.extract({ id: 'a', html: Buffer.from('') })).toEqual({
        text: 'content',
        markdown: '*content*',
        title: 'T',
        authors: ['A B'],
        published: '2020-01-01',
      });
      expect(extractor.extract({ id: 'b', html: Buffer.from('') })).toEqual({ text: '' });
      expect(() => extractor.extract({ id: 'c', html: Buffer.from('') })).toThrow(/it crashed/);
      expect(() => extractor.extract({ id: 'd', html: Buffer.from('') })).toThrow(/no output for page “d”/);
    }
  });

  it('reports unreadable lines by file and line', async () => {
    const file = join(dir, 'x.jsonl');
    await writeFile(file, '{"id":"a","text":"x"}\n{"id":');
    await expect(loadRecorded('peer', file)).rejects.toThrow(/x\.jsonl:2: not JSON/);
    await writeFile(file, '{"id":"a"}');
    await expect(loadRecorded('peer', file)).rejects.toThrow(
      /x\.jsonl:1: expected an object with id and text/,
    );
    await expect(loadRecorded('peer', join(dir, 'gone.gz'))).rejects.toThrow(/gone\.gz cannot be read/);
    await writeFile(join(dir, 'cut.gz'), gzipSync('{"id":"a","text":"x"}\n'.repeat(99)).subarray(0, 40));
    await expect(loadRecorded('peer', join(dir, 'cut.gz'))).rejects.toMatchObject({ code: 'bad-recording' });
  });
});
