// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../client/api.js';
import { highlightsAsMarkdown } from './highlights.js';
import { htmlPage, textHead } from './Outputs.js';
import { leftOutAfter, unitsOf } from './units.js';

const decisions = (...texts: string[]) =>
  texts.map(
    (text, at) =>
      ({ text: text.replace(/^-/, ''), kept: !text.startsWith('-'), textFirst: at * 10 }) as Decision,
  );
const box = (html: string) => {
  const element = document.createElement('div');
  element.innerHTML = html;
  return element;
};
const blocksOf = (html: string, ...texts: string[]) =>
  unitsOf(box(html), decisions(...texts)).map(({ blocks }) => blocks);

describe('parts of the article', () => {
  it('are matched to the blocks they show, skipping dropped blocks', () => {
    const html = '<p>One  two</p><ul><li>Three</li><li>Four <b>five</b></li></ul><pre>six\nseven</pre>';
    const texts = ['-Home', 'Title', 'One two', '-Advert', 'Three', 'Four five', 'six seven', '-Footer'];
    expect(blocksOf(html, ...texts)).toEqual([[2], [4], [5], [6]]);
  });

  it('contain several blocks if these are displayed as one', () => {
    const html = '<table><tr><th>A</th><td>1</td></tr><tr><th>B</th><td>2</td></tr></table><p>After it</p>';
    expect(blocksOf(html, 'A', '1', 'B', '2', 'After it')).toEqual([[0, 1, 2, 3], [4]]);
    expect(blocksOf('<p>One<br>two</p>', 'One', 'two')).toEqual([[0, 1]]);
  });

  it('match repeated texts in order', () => {
    expect(blocksOf('<p>Again</p><p>Between</p><p>Again</p>', 'Again', 'Between', 'Again')).toEqual([
      [0],
      [1],
      [2],
    ]);
  });

  it('list the dropped blocks after each of them, nearest first above the first', () => {
    const all = decisions('-Home', '-News', 'One', '-Advert', 'Two', '-Footer');
    const units = unitsOf(box('<p>One</p><p>Two</p>'), all);
    expect([-1, 0, 1].map(at => leftOutAfter(units, at, all))).toEqual([[1, 0], [3], [5]]);
  });
});

describe('metadata in exports', () => {
  const article = {
    title: 'High "water"',
    authors: ['Ada', 'Ben'],
    published: '2025-05-02',
    url: 'https://a.test/x',
    text: '',
  };

  it('is escaped, above text and in the head of a page', () => {
    expect(textHead(article)).toBe('High "water"\nAda, Ben, 2025-05-02\nhttps://a.test/x\n\n');
    const page = htmlPage({ ...article, title: '<script>' }, '<p>x</p>');
    expect(page).not.toContain('<script>');
    expect(page).toContain('<link rel="canonical" href="https://a.test/x">');
  });

  it('links highlights to their position', () => {
    const text = highlightsAsMarkdown(article, [{ text: 'the (deep) sea', heading: 'Tides', occurrence: 0 }]);
    expect(text).toContain('> the (deep) sea');
    expect(text).toContain('under “Tides” ([link](https://a.test/x#:~:text=the%20%28deep%29%20sea))');
  });
});
