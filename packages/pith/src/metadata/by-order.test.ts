import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { ChoicesByOrder } from './page-metadata.js';
import { PageReading } from './page-reading.js';

const text = `<p>${'The wind rose in the night and tore the roof from the boat house by the quay. '.repeat(6)}</p>`;

function choicesOf(lines: string, head = '', url = 'https://gazette.example/storm') {
  const html = `<!doctype html><html lang="en"><head><title>Storm over the coast</title>${head}</head>
    <body><main><h1>Storm over the coast</h1>${lines}${text}</main></body></html>`;
  return new ChoicesByOrder(new PageReading(blocksFromTree(treeFromHtml(html)), url));
}

const stated = (published: string, modified = '') =>
  `<meta property="article:published_time" content="${published}">` +
  `<meta property="article:modified_time" content="${modified}">`;

describe('dates by the fixed order of places', () => {
  const dayOf = (...page: Parameters<typeof choicesOf>) => choicesOf(...page).published?.value.slice(0, 10);

  it('are the stated ones', () => {
    const { published, modified } = choicesOf('', stated('2023-12-05T10:15:00Z', '2023-12-06'));
    expect(published).toEqual({ value: '2023-12-05T10:15:00Z', source: 'open-graph' });
    expect(modified).toEqual({ value: '2023-12-06', source: 'open-graph' });
  });

  it('are corrected by a visible day beside the stated one, and by a new edition', () => {
    expect(dayOf('<p>4 December 2023</p>', stated('2023-12-05T02:00:00Z'))).toBe('2023-12-04');
    expect(dayOf('<p>9 December 2023</p>', stated('2023-12-05', '2023-12-09'))).toBe('2023-12-09');
    expect(dayOf('<p>Updated 9 December 2023</p>', stated('2023-12-05', '2023-12-09'))).toBe('2023-12-05');
    expect(dayOf('<p>Fair on 1 July 2024</p>', stated('2023-12-05'))).toBe('2023-12-05');
  });

  it('are corrected by an older day in the URL', () => {
    const url = 'https://gazette.example/2019/03/04/storm';
    expect(dayOf('', stated('2023-12-05'), url)).toBe('2019-03-04');
    expect(dayOf('', stated('2019-03-20'), url)).toBe('2019-03-20');
  });

  it('are visible ones near the title, if none is stated', () => {
    expect(dayOf('<p>Posted on 5 December 2023</p>')).toBe('2023-12-05');
    expect(dayOf('<div class="comments"><p>5 December 2023</p></div>')).toBe('2023-12-05');
    expect(dayOf(`${text}<div class="comments"><p>5 December 2023</p></div>`)).toBeUndefined();
    expect(choicesOf('<p>Last updated: 6 December 2023</p>').published).toBeUndefined();
    expect(choicesOf('<p>Last updated: 6 December 2023</p>').modified?.value).toBe('2023-12-06');
  });
});

describe('authors by the fixed order of places', () => {
  const author = (name: string) => `<meta name="author" content="${name}">`;

  it('are the people of the most trusted place', () => {
    const { authors } = choicesOf('<p>By Emmy Noether</p>', author('Ada Byron and Mary Somerville'));
    expect(authors).toEqual({ value: ['Ada Byron', 'Mary Somerville'], source: 'meta' });
  });

  it('are people rather than organisations and user names', () => {
    const byline = '<p>By Ada Byron</p>';
    expect(choicesOf(byline, author('Gazette Staff')).authors?.value).toEqual(['Ada Byron']);
    expect(choicesOf(byline, author('ada_b')).authors?.value).toEqual(['Ada Byron']);
    expect(choicesOf('', author('Gazette Staff')).authors?.value).toEqual(['Gazette Staff']);
  });

  it('are those of the first byline', () => {
    const lines = `<p>By Ada Byron</p><p>Harbour</p><p>Weather</p><p>Boats</p><p>By Emmy Noether</p>`;
    expect(choicesOf(lines).authors).toEqual({ value: ['Ada Byron'], source: 'byline' });
  });

  it('are missing if no place names any', () => {
    expect(choicesOf('').authors).toBeUndefined();
  });
});
