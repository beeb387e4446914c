import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { extract as extractWhole } from './extract.js';
import { modelFingerprint } from './kind/page-vector.js';
import { WEIGHTS } from './scores/weights/small.js';
import { extract } from './small.js';

const paragraph = (topic: string) =>
  `<p>The ${topic} had been shut since the spring, and nobody in the village could say who held the key, or whether there was one at all. Those who looked in spoke of chairs, <a href="/ladders">a ladder</a>, and a clock that went.</p>`;
const PAGE = `<!doctype html><html lang="en"><head><title>The shut library | Valley News</title>
<meta property="og:site_name" content="Valley News"><meta property="article:published_time" content="2021-03-04T10:00:00Z">
<meta name="author" content="Mara Voss"></head><body><nav><a href="/">Home of the valley</a></nav><article><h1>The shut library</h1>
${paragraph('library')}${paragraph('mill')}${paragraph('school')}</article><footer>All rights reserved</footer></body></html>`;
const url = 'https://valley.example/news/1';

describe('webpith/small', () => {
  it("returns the fields of a reader, equal to the library's", () => {
    const [small, whole] = [extract(PAGE, { url }), extractWhole(PAGE, { url })];
    for (const name of ['title', 'authors', 'published', 'siteName', 'language', 'direction', 'url'] as const)
      expect([name, small[name]]).toEqual([name, whole[name]]);
    for (const name of ['text', 'markdown', 'html', 'content'] as const)
      expect(small[name]).toEqual(whole[name]);
    expect(small.text).not.toContain('Home of the valley');
    expect(small.markdown).toContain('[a ladder](https://valley.example/ladders)');
  });

  it('reads a live document and its URL', () => {
    const { document } = new JSDOM(PAGE, { url }).window;
    const { text, url: address } = extract(document);
    expect([text, address]).toEqual([extract(PAGE, { url }).text, url]);
  });

  it('explains every block by the same nodes as the library', () => {
    const told = extract(PAGE).explain();
    const nodes = extractWhole(PAGE).explain();
    expect(told.map(({ node, text }) => [node, text])).toEqual(nodes.map(({ node, text }) => [node, text]));
    expect(told.find(({ text }) => text === 'Home of the valley')).toMatchObject({ kept: false });
    expect(told.some(({ kept, score, cut }) => kept && score >= cut)).toBe(true);
  });

  it('accepts its own options, and rejects the others', () => {
    expect(extract(PAGE, { include: { links: false, title: true } }).markdown).toMatch(
      /^# The shut library\n/,
    );
    expect(extract(PAGE, { rules: { drop: ['article'] } }).text).toBe('');
    for (const option of [{ model: {} }, { charset: 'utf-8' }])
      expect(() => extract(PAGE, option as never)).toThrow(expect.objectContaining({ code: 'bad-option' }));
  });

  it.each([
    ['bytes', new TextEncoder().encode(PAGE)],
    ['nothing', undefined],
    ['an address', url],
  ])('rejects %s', (_, input) => {
    expect(() => extract(input as never)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });

  it('returns a result for a page without content', () => {
    const { text, title, authors } = extract('');
    expect({ text, title, authors }).toEqual({ text: '', title: undefined, authors: [] });
  });

  it('has a model for the current columns', () => {
    expect(WEIGHTS.features).toBe(modelFingerprint());
  });
});
