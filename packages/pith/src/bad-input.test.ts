import { describe, expect, it } from 'vitest';
import { volume } from '../../../test/tiers.js';
import { type ExtractOptions, extract, OUTPUTS, PithError } from './index.js';

const URL_OF_PAGE = 'https://example.org/2020/01/02/page';

/** Computes every output; returns their total length. */
function extractAll(page: string | Uint8Array, options: ExtractOptions = { url: URL_OF_PAGE }): number {
  const article = extract(page, options);
  let length = 0;
  for (const write of Object.values(OUTPUTS))
    length += write(article, { title: true, byline: true, comments: true }).length;
  for (const decision of article.explain().slice(0, 20)) length += decision.path.length;
  return length + article.posts.length + article.comments.length + article.items.length;
}

const times = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const jsonLd = (json: string) =>
  `<script type="application/ld+json">${json}</script><h1>A</h1><p>Some text.</p>`;

describe('minimal and malformed pages', () => {
  const noise = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 2_654_435_761) >>> 24);
  const cases: Record<string, string | Uint8Array> = {
    empty: '',
    'no bytes': new Uint8Array(0),
    'white space': ' \n\t '.repeat(1000),
    'binary in a page': new Uint8Array([...new TextEncoder().encode('<html><body><p>'), ...noise]),
    'a tag cut off': '<html><body><p>Some text</p><a href="ht',
    'a comment cut off': '<p>Some text</p><!-- and then',
    'a script cut off': '<p>Some text</p><script>let a = "',
    'a title cut off': '<title>Some ti',
    'a character cut off': new Uint8Array([...new TextEncoder().encode('<p>Grüß'), 0xe2, 0x82]),
    'null bytes': `<p>So${'\0'.repeat(1000)}me</p>\0<\0p>text</p>`,
    'lone surrogates': `<title>\ud800</title><p>${'\udc00 a \ud800 '.repeat(1000)}</p>`,
    'a thousand html tags': `${'<html lang=en><head><body class=a>'.repeat(1000)}<p>Some text</p>`,
    'a hundred thousand attributes': `<div ${times(100_000, i => `a${i}="v${i}" `)}><p>Some text</p></div>`,
    'the same attribute a hundred thousand times': `<div ${'class="a" '.repeat(100_000)}><p>Some text</p></div>`,
    'colspan a million': `<table><tr><th>a<th>b</tr>${'<tr><td colspan=1000000>x<td rowspan=1000000>y</tr>'.repeat(1000)}</table>`,
    'spans over one another': `<table>${'<tr><td rowspan=1000 colspan=1000>x</td><td>y</td></tr>'.repeat(2000)}</table>`,
    'a number for every sign': '&#0;&#xd800;&#x110000;&#99999999999;&#x80;&#-1;'.repeat(2000),
  };

  it.each(Object.entries(cases))('%s', (_, page) => {
    expect(extractAll(page)).toBeGreaterThan(0);
  });
});

describe('deeply nested elements', () => {
  // A recursive step overflows the stack at about 10,000 levels.
  const count = volume(50_000, 200_000);
  const cases: Record<string, string> = {
    divisions: '<div>'.repeat(count),
    spans: '<span>'.repeat(count),
    bold: `<p>${'<b>'.repeat(count)}`,
    links: '<a href=x>'.repeat(count),
    quotes: '<blockquote>'.repeat(count),
    lists: '<ul><li>'.repeat(count / 2),
    tables: '<table><tr><td>'.repeat(count / 3),
    'headed tables': '<table><tr><th>a<th>b<tr><td>c<td>'.repeat(12_500),
    definitions: '<dl><dt>a<dd>'.repeat(10_000),
    details: '<details><summary>a</summary>'.repeat(10_000),
    figures: '<figure>'.repeat(count),
    inline: `<p>${'<em><strong><q><sup>'.repeat(count / 4)}`,
    formulas: `<math>${'<mrow>'.repeat(count)}<mi>x</mi>`,
    drawings: `<svg>${'<g>'.repeat(count)}`,
    'shadow roots': '<div><template shadowrootmode=open>'.repeat(count / 2),
    slots: '<div><template shadowrootmode=open><slot></slot></template>'.repeat(12_500),
    noscript: '<noscript>'.repeat(count),
    'sections with headings': '<section><h2>a</h2>'.repeat(10_000),
    'misnested formatting': '<b><i></b></i>'.repeat(count / 4),
    'end tags': '</div></p></b>'.repeat(count / 3),
  };

  it.each(Object.entries(cases))('%s', (_, html) => {
    expect(extractAll(`<title>Deep</title>${html}Some text at the bottom of it all.`)).toBeGreaterThan(0);
  });
});

describe('large pages', () => {
  it('reads a page of 50 MB', () => {
    const words = 'Words follow one another, and no end is in sight. '.repeat(200);
    const page = `<title>Long</title><article>${times(5000, i => `<p>Paragraph ${i}: ${words}</p>\n`)}</article>`;
    expect(page.length).toBeGreaterThan(50_000_000);
    const article = extract(page);
    expect(article.text.length).toBeGreaterThan(40_000_000);
    expect(article.title).toBe('Long');
  });

  it('rejects a larger one than allowed, and names the limit', () => {
    const tooLarge = () => extract('x'.repeat(1001), { maxLength: 1000 });
    expect(tooLarge).toThrow(PithError);
    expect(tooLarge).toThrow(/1001 long, more than the limit of 1000.*maxLength/);
    expect(() => extract(new Uint8Array(64_000_001))).toThrow(/limit of 64000000/);
  });

  it.each([null, undefined, 7, {}, []])('rejects %j as a page', input => {
    expect(() => extract(input as unknown as string)).toThrow(PithError);
  });
});

describe('hostile JSON-LD', () => {
  const deep = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);
  const cases: Record<string, string> = {
    'deep arrays': deep('[', ']', 200_000),
    'deep objects': deep('{"@graph":', '}', 100_000).replace(':}', ':1}'),
    'deep and broken': '{"@graph":[{"a":"b'.repeat(50_000),
    'many objects': `[${'{"@type":"Article","headline":"a","author":{"name":"Ann Bee"}},'.repeat(20_000)}{}]`,
    'many strings': `{"@type":"Article","headline":"A","keywords":[${'"a",'.repeat(300_000)}"b"]}`,
    'one long string': `{"@type":"Article","headline":"${'a'.repeat(1_500_000)}"}`,
    'more than is read': `{"@type":"Article","headline":"${'a'.repeat(2_500_000)}"}`,
    'references in a ring':
      '{"@graph":[{"@id":"#a","@type":"Article","headline":"A","author":{"@id":"#b"}},{"@id":"#b","author":{"@id":"#a"},"name":{"@id":"#b"}}]}',
    'references to themselves': `{"@graph":[${times(5000, i => `{"@id":"#${i}","author":{"@id":"#${i}"},"image":{"@id":"#${i + 1}"}},`)}{}]}`,
    'odd keys':
      '{"__proto__":{"headline":"x"},"constructor":{"prototype":{}},"@type":["Article",null,7],"headline":["A",{}],"author":[[[[]]]]}',
    'odd values':
      '{"@type":"Article","headline":{"@value":7},"datePublished":{"a":1},"author":true,"image":[null],"keywords":{"a":[]}}',
    'unescaped quotes': `{"@type":"Article","headline":"${'"a '.repeat(100_000)}"}`,
    'escaped quotes': `{"@type":"Article","headline":"${'\\"'.repeat(200_000)}`,
    commas: `{"a":1${','.repeat(300_000)}}`,
    comments: `{${'/*'.repeat(100_000)}${'//\n'.repeat(50_000)}}`,
    roots: '{"a":1}'.repeat(100_000),
  };

  it.each(Object.entries(cases))('%s', (_, json) => {
    const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
    expect(extractAll(jsonLd(json))).toBeGreaterThan(0);
    expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before);
  });

  it('many scripts', () => {
    expect(extractAll(jsonLd('{"@type":"Article","headline":"a"}').repeat(5000))).toBeGreaterThan(0);
  });
});
