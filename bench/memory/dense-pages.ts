import { generatedPage } from '../generated-pages.js';

const repeated = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length));
const DEEP = 500;

/** Pages of approximately `size` characters with extremely dense markup, and one ordinary page. */
export const DENSE_PAGES = {
  'an article': size => generatedPage(size),
  'rows of a table': size => `<table>${repeated('<tr><td>12</td><td>34</td></tr>')(size)}</table>`,
  'cells without a table': repeated('<td>c'),
  'cells of one row': size => `<table><tr>${repeated('<td>c')(size)}</table>`,
  'short paragraphs': repeated('<p>ab'),
  'items with links': repeated('<li><a href=/a>b c</a></li>'),
  'nested to the limit': repeated(`${'<div>a '.repeat(DEEP)}${'</div>'.repeat(DEEP)}`),
  'bold letters': size => `<p>${repeated('<b>x</b> ')(size)}`,
  'line breaks': size => `<p>${repeated('a<br>')(size)}`,
  comments: repeated('<p>a<!---->'),
  'attributes on paragraphs': repeated('<p a=1 b=2 c=3 d=4 e=5>word'),
  'attributes on one paragraph': size => `<p ${repeated('a=1 ')(size)}>word`,
  'character references': size => `<p>${repeated('&amp;')(size)}`,
  'a reference a paragraph': repeated('<p>&lt;'),
} satisfies Readonly<Record<string, (size: number) => string>>;

export type DensePage = keyof typeof DENSE_PAGES;
