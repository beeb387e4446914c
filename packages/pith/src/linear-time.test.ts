import { beforeAll, describe, expect, it } from 'vitest';
import { extract, OUTPUTS } from './index.js';

/** Time must grow linearly with the page, whatever it repeats; each case repeats one structure. */
const CASES: Record<string, (n: number) => string> = {
  paragraphs: n => '<p>para words and more'.repeat(n / 22),
  'empty elements': n => '<div></div>'.repeat(n / 11),
  'inline elements': n => `<p>${'<b>x</b> '.repeat(n / 9)}`,
  items: n => `<ul>${'<li>x y'.repeat(n / 7)}`,
  rows: n => `<table>${'<tr><th>x<td>y'.repeat(n / 14)}`,
  'a wide table': n => `<table><tr>${'<th>x y z'.repeat(n / 18)}<tr>${'<td>x y z'.repeat(n / 18)}</table>`,
  definitions: n => `<dl>${'<dt>a<dd>b'.repeat(n / 10)}`,
  'nested quotes with text': n => '<blockquote><p>words here</p>'.repeat(n / 29),
  'line breaks': n => `<p>a${'<br>'.repeat(n / 4)}b`,
  'unknown tags': n => numbered(n / 8, i => `<x${i}>a`),
  'unknown attributes': n => numbered(n / 12, i => `<p y${i}=1>a`),
  classes: n => numbered(n / 16, i => `<p class=y${i}>a b`),
  spaces: n =>
    `<title>a${' '.repeat(n / 4)}b</title><h1>a${' '.repeat(n / 4)}b</h1><pre>a${' \n'.repeat(n / 4)}b`,
  'no-break spaces': n => `<p>a${'\u00a0'.repeat(n)}b`,
  'less-than signs': n => '<'.repeat(n),
  'declarations and comments': n => '<!--><![CDATA[<?'.repeat(n / 16),
  'dashes in a comment': n => `<!--${'-'.repeat(n)}`,
  'end tags of nothing': n => '</'.repeat(n / 2),
  quotes: n => `<a ${'"='.repeat(n / 2)}`,
  ampersands: n => '&am&#x&'.repeat(n / 7),
  'a long reference': n => `<p>&${'a'.repeat(n)}`,
  'a long class': n => `<div class="${'a-b_c '.repeat(n / 12)}" id="${'-_'.repeat(n / 4)}"><p>Some text`,
  'a long style': n => `<div style="${' display : none ;'.repeat(n / 17)}">a</div><p>Some text`,
  'a long srcset': n => `<p>a<img srcset="${'a.png 1x, ,('.repeat(n / 12)}">b`,
  'a long address': n => `<p>a <a href="${'java\tscript:'.repeat(n / 12)}">b</a>`,
  digits: n => `<h1>T</h1><p>${'1'.repeat(n / 2)}<time>${'2'.repeat(n / 2)}</time>`,
  dates: n => `<h1>T</h1><p>${'12/12/2012 1-1-1 '.repeat(n / 32)}<p>${'January 3, '.repeat(n / 22)}`,
  'dates in blocks': n => `<h1>T</h1>${'<p>12.12.12'.repeat(n / 11)}`,
  'a long date': n => `<meta property="article:published_time" content="${'2012-'.repeat(n / 5)}"><p>a`,
  bylines: n => `<h1>T</h1>${'<p class=author>By A. B, C and D'.repeat(n / 32)}`,
  'a long byline': n => `<h1>T</h1><p class=byline>By ${'A. Bee and '.repeat(n / 11)}`,
  'a long title': n => `<title>${'a | b - '.repeat(n / 16)}</title><h1>${'a b '.repeat(n / 8)}</h1>`,
  titles: n => '<title>aa</title><meta property="og:title" content="bb"><h1>cc</h1>'.repeat(n / 70),
  letters: n => `<p>${'a'.repeat(n)}`,
  'signs of Markdown': n => `<p>${'*_`~[a](<#'.repeat(n / 10)}`,
  brackets: n => `<p>${'['.repeat(n)}`,
  backslashes: n => `<p>${'\\'.repeat(n)}`,
  'signs of formulas': n => `<p>${'$x $$ \\(a \\begin{a}'.repeat(n / 19)}`,
  'number signs': n => `<h2>a ${'# '.repeat(n / 2)}`,
  'pipes in a cell': n => `<table><tr><th>a<th>b<tr><td>${'|'.repeat(n)}<td>c</table>`,
  footnotes: n => {
    const count = n / 60;
    const references = numbered(count, i => `a<sup id=r${i}><a href="#n${i}">${i}</a></sup> `);
    return `<p>${references}<ol class=footnotes>${numbered(count, i => `<li id=n${i}>b <a href="#r${i}">^</a>`)}</ol>`;
  },
  'one footnote many times': n =>
    `<p>a<sup id=r><a href="#n">1</a></sup>${'<li id=n>b <a href="#r">^</a>'.repeat(n / 29)}`,
  'marks and numbered notes': n =>
    `<p>${numbered(n / 50, i => `a<sup>${i % 900}</sup> b[${i % 900}] `)}<hr>${numbered(n / 50, i => `<p><sup>${(i % 9) + 1}</sup> note`)}`,
  'nested lists of notes': n => `<p>a<sup>1</sup>${'<div class=notes>'.repeat(n / 17)}`,
  'notes inside sentences': n => `<p>a${'<span class=sidenote>A note of some words'.repeat(n / 41)}`,
  images: n =>
    `<p>text${'<img data-src=a.jpg src=data:,><noscript><img src=a.jpg></noscript>'.repeat(n / 66)}`,
  slots: n =>
    `<div><template shadowrootmode=open>${numbered(n / 40, i => `<slot name=s${i}></slot>`)}</template>${numbered(n / 40, i => `<p slot=s${i}>a</p>`)}</div>`,
  code: n => `<pre><code class="language-a">${'<span class=k>x</span> \n'.repeat(n / 24)}`,
  'line numbers': n => `<table><tr><td>${'1\n'.repeat(n / 4)}<td><pre>${'x\n'.repeat(n / 4)}`,
  formulas: n =>
    '<span class=katex><math><annotation encoding="application/x-tex">x</annotation></math>x</span>'.repeat(
      n / 96,
    ),
  'nested MathML': n => `<p>a<math>${'<mrow><mo>(</mo><mfrac>'.repeat(n / 23)}`,
  MathML: n => `<p>a${'<math><msup><mi>x</mi><mn>2</mn></msup></math> '.repeat(n / 48)}`,
  'nested elements of MathJax': n => `<p>a<mjx-container>${'<mjx-msup><mjx-mi>x'.repeat(n / 19)}`,
  'open formulas': n => `<script src=mathjax.js></script><p>${'\\( \\[ $x $$ '.repeat(n / 13)}`,
  // Larger, since a pass over the page for each comment would hide behind the rest on a smaller one.
  comments: n => {
    const comment = '<div class=comment><b>Bob</b><p>I agree with this a lot</p></div>';
    return `<h1>T</h1><div class=comments>${comment.repeat(n / 8)}</div>`;
  },
  'items of a list': n =>
    '<li class=item><a href=/a><img src=a.jpg><h3>A thing</h3></a><p>It costs $3.00</p></li>'.repeat(n / 84),
  microdata: n => '<div itemscope itemtype="http://schema.org/Article"><b itemprop=name>x</b>'.repeat(n / 76),
  'JSON-LD': n =>
    `<script type="application/ld+json">[${'{"@type":"Article","headline":"a"},'.repeat(n / 35)}{}]</script><p>a`,
  'broken JSON-LD': n => `<script type="application/ld+json">{"a":"${'a"\n,,/*'.repeat(n / 7)}</script><p>a`,
  Chinese: n => `<p>${'汉字漢字。'.repeat(n / 5)}`,
  Thai: n => `<p>${'ภาษาไทย'.repeat(n / 7)}`,
  'joined signs': n => `<p>${'👩‍👩‍👧e\u0301\u202e'.repeat(n / 11)}`,
};

function numbered(count: number, make: (i: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, i) => make(i)).join('');
}

/** CPU time of this process in milliseconds, independent of other load. */
function cost(page: string): number {
  const before = process.cpuUsage();
  const article = extract(page, { url: 'https://example.org/2020/01/02/page' });
  for (const write of Object.values(OUTPUTS)) write(article, { title: true, byline: true, comments: true });
  article.explain();
  const { user } = process.cpuUsage(before);
  return user / 1000;
}

const SMALL = 16_000;
const ATTEMPTS = 6;
/** A page four times as long may take six times as long, plus a constant for garbage collection and compilation. */
const RATIO = 6;
const SLACK = 30;

describe('time grows linearly', () => {
  // Warm-up: the first pages pay for compilation, which would hide growth.
  beforeAll(() => {
    for (const make of Object.values(CASES)) cost(make(1000));
  });

  it.each(Object.entries(CASES))('%s', (_, make) => {
    const small: number[] = [];
    const large: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      small.push(cost(make(SMALL)));
      large.push(cost(make(4 * SMALL)));
      if (median(large) <= RATIO * median(small) + SLACK) break;
    }
    expect(median(large)).toBeLessThanOrEqual(RATIO * median(small) + SLACK);
  });
});

it('time of explaining every block grows linearly', () => {
  const explained = (count: number) => {
    const article = extract('<p>para words and more'.repeat(count));
    const before = process.cpuUsage();
    expect(JSON.stringify(article.explain())).toContain(`p:${count}`);
    return process.cpuUsage(before).user / 1000;
  };
  explained(1000);
  const [small, large]: [number[], number[]] = [[], []];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    small.push(explained(2000));
    large.push(explained(20_000));
    if (median(large) <= 14 * median(small)) break;
  }
  expect(median(large)).toBeLessThanOrEqual(14 * median(small));
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
