import { describe, expect, it } from 'vitest';
import type { ContentNode, Inline } from '../../content/content.js';
import { chunks, estimateTokens, extract, render } from '../../index.js';
import { cutText } from '../../stages.js';

const line = (text: string): Inline[] => [{ type: 'text', text }];
const paragraph = (text: string, node?: number): ContentNode => ({
  type: 'paragraph',
  children: line(text),
  ...(node === undefined ? {} : { node }),
});
const heading = (level: 1 | 2 | 3, text: string, id?: string): ContentNode => ({
  type: 'heading',
  level,
  children: line(text),
  ...(id === undefined ? {} : { id }),
});
const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');
/** Sentences of five tokens each. */
const sentences = (count: number) => Array.from({ length: count }, () => 'The tide went out.').join(' ');

describe('chunks', () => {
  it('keeps a small article whole, with its title', () => {
    const [only, ...rest] = chunks({ title: 'Tides', content: [paragraph('High at six.', 7)] }, { size: 50 });
    expect(rest).toEqual([]);
    expect(only).toEqual({
      index: 0,
      text: 'High at six.',
      tokens: 4,
      path: ['Tides'],
      start: 0,
      end: 12,
      overlap: 0,
      nodes: [7],
    });
  });

  it('starts a chunk at a heading whose section does not fit, and lists the headings above', () => {
    const content = [
      paragraph(sentences(4)),
      heading(2, 'Coast', 'coast'),
      paragraph(sentences(6)),
      heading(3, 'Rocks'),
      paragraph(sentences(6)),
      heading(2, 'Harbour', 'harbour'),
      paragraph(sentences(6)),
    ];
    const found = chunks({ title: 'Tides', url: 'https://example.org/t#top', content }, { size: 40 });
    expect(
      found.map(({ text, path, anchor, url }) => [text.split('\n')[0]!.slice(0, 8), path, anchor, url]),
    ).toEqual([
      ['The tide', ['Tides'], undefined, 'https://example.org/t#top'],
      ['Coast', ['Tides', 'Coast'], 'coast', 'https://example.org/t#coast'],
      ['Rocks', ['Tides', 'Coast', 'Rocks'], 'coast', 'https://example.org/t#coast'],
      ['Harbour', ['Tides', 'Harbour'], 'harbour', 'https://example.org/t#harbour'],
    ]);
  });

  it('groups small sections under their common path', () => {
    const content = [
      heading(1, 'Tides'),
      heading(2, 'North'),
      paragraph('At six.'),
      heading(2, 'South'),
      paragraph('At seven.'),
    ];
    const found = chunks({ title: 'Tides', content }, { size: 60 });
    expect(found.map(({ path }) => path)).toEqual([['Tides']]);
  });

  it('leaves no heading alone if a sentence fits beside it', () => {
    const content = [heading(2, 'North'), heading(3, 'The long coast'), paragraph(sentences(10))];
    const found = chunks({ content }, { size: 40 });
    expect(found[0]!.text).toMatch(/^North\n\nThe long coast\n\nThe tide went out\..*out\.$/);
    expect(found[1]!.text).toMatch(/^The tide went out\./);
  });

  it('keeps code and tables whole if they fit, else cuts them at lines and rows', () => {
    const code: ContentNode = { type: 'code', text: '  if (a) {\n    b();\n  }' };
    const cell = (text: string) => ({ header: false, colspan: 1, rowspan: 1, children: [paragraph(text)] });
    const table: ContentNode = {
      type: 'table',
      rows: Array.from({ length: 12 }, () => ({ cells: [cell('high water'), cell('low water')] })),
    };
    const found = chunks({ content: [paragraph(sentences(3)), code, table] }, { size: 20 });
    expect(found[1]!.text).toBe(code.text);
    for (const { text } of found.slice(2)) expect(text).toMatch(/^(?:high water\tlow water(?:\n|$))+$/);
    expect(found.slice(2).flatMap(({ text }) => text.split('\n'))).toHaveLength(12);
  });

  it('cuts a list between its items, with the node of each', () => {
    const items = [1, 2, 3].map(node => ({ node, children: [paragraph(words(12))] }));
    const found = chunks({ content: [{ type: 'list', ordered: false, items, node: 9 }] }, { size: 16 });
    expect(found.map(({ nodes }) => nodes)).toEqual([[1], [2], [3]]);
  });

  it('finds headings inside quotes and details', () => {
    const content: ContentNode[] = [
      { type: 'quote', children: [heading(2, 'Quoted'), paragraph(sentences(5))] },
      { type: 'details', summary: line('More'), children: [heading(2, 'Folded'), paragraph(sentences(5))] },
    ];
    const found = chunks({ content }, { size: 30 });
    expect(found.map(({ path }) => path.at(-1))).toEqual(['Quoted', 'Folded']);
  });

  it('repeats the end of the previous chunk in sentences, but not of another section', () => {
    const content = [paragraph(sentences(12)), heading(2, 'Harbour'), paragraph(sentences(12))];
    const found = chunks({ content }, { size: 40, overlap: 12 });
    expect(found.map(({ overlap }) => overlap > 0)).toEqual(
      [false, true, true, false, true, true].slice(0, found.length),
    );
    for (const { text, overlap } of found)
      if (overlap > 0) expect(text.slice(0, overlap)).toMatch(/^The tide .*out\.$/s);
    expect(found.find(({ text }) => text.startsWith('Harbour'))).toBeDefined();
  });

  it('cuts scripts without spaces between characters, but not before combining marks', () => {
    const found = chunks({ content: [paragraph('漢字と仮名。'.repeat(20))] }, { size: 16 });
    for (const { text } of found) expect(text).toMatch(/。$/);
    for (const piece of cutText('ที่นี่มีน้ำ'.repeat(30), 16)) expect(piece).not.toMatch(/^\p{M}/u);
    for (const piece of cutText('👩‍👩‍👧'.repeat(30), 24)) expect(piece).toMatch(/^👩.*👧$/u);
  });

  it('cuts a word only if the word alone is too long', () => {
    expect(cutText(`${'a'.repeat(100)} ${words(4)}`, 16)).toEqual([
      'a'.repeat(64),
      `${'a'.repeat(36)} ${words(4)}`,
    ]);
  });

  it('contains the same parts as the text output', () => {
    const article = { title: 'Tides', authors: ['A. Sailor'], content: [paragraph('High at six.')] };
    const options = { title: true, byline: true };
    expect(chunks(article, { size: 50, ...options }).map(({ text }) => text)).toEqual([
      render(article, 'text', options),
    ]);
  });

  it('truncates long headings and anchors', () => {
    const content = [heading(2, 'x'.repeat(5000), 'y'.repeat(5000)), paragraph(sentences(20))];
    const found = chunks({ title: 'z'.repeat(5000), url: 'https://example.org/', content }, { size: 40 });
    for (const { path, url } of found) expect(path.join('').length + url!.length).toBeLessThan(500);
  });

  it('encodes an anchor with a lone surrogate', () => {
    const content = [heading(2, 'Half', 'a\ud800 b'), paragraph('High at six.')];
    const [only] = chunks({ url: 'https://example.org/', content }, { size: 40 });
    expect(only!.url).toBe('https://example.org/#a%EF%BF%BD%20b');
  });

  it('returns nothing for an empty article', () => {
    expect(chunks({ content: [] }, { size: 50 })).toEqual([]);
  });

  it.each([
    [{ size: 15 }, /size.*at least 16.*got 15/],
    [{ size: 20.5 }, /whole number/],
    [{ size: 40, overlap: 21 }, /overlap.*0 to 20.*got 21/],
    [{ size: 40, overlap: -1 }, /overlap/],
  ])('rejects %j', (options, message) => {
    expect(() => chunks({ content: [] }, options)).toThrow(message);
  });

  it('has the source offsets of a chunk', () => {
    const one = `<p id=a>${sentences(8)}</p>`;
    const ebb = sentences(6).replaceAll('tide', 'ebb');
    const two = `<ul><li>${sentences(6)}</li><li>${ebb}</li></ul>`;
    const page = `<title>Tides</title><nav><a href=/>Home</a></nav><article><h1>Tides</h1>${one}<h2 id=low>Low</h2>${two}</article>`;
    const found = chunks(extract(page, { url: 'https://example.org/tides' }), { size: 36 });
    expect(found.length).toBeGreaterThan(2);
    for (const { text, source } of found) {
      const [first] = text.split('\n');
      expect(page.slice(source!.start, source!.end)).toContain(first!.slice(0, 12));
    }
    expect(found.at(-1)).toMatchObject({ path: ['Tides', 'Low'], anchor: 'low' });
    expect(page.slice(found.at(-1)!.source!.start, found.at(-1)!.source!.end)).toBe(ebb);
  });
});

describe('estimateTokens', () => {
  it('counts four letters, two signs or letters of other alphabets, or one ideograph as a token', () => {
    expect(['', 'tide', 'high tide', '1234', 'вода', '漢字', '😀'].map(estimateTokens)).toEqual([
      0, 1, 3, 2, 2, 2, 2,
    ]);
  });
});
