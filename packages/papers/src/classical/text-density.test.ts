import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { extractHtml, nodeById } from './testing/extract-html.js';
import { compositeDensity, densitiesOf, textDensity } from './text-density.js';

describe('compositeDensity', () => {
  it('matches the equation computed by hand', () => {
    // 100 characters, 20 of them linked, 10 tags, 2 of them links, a third of the body linked:
    // 100/10 · ln(100/20 · 10/2) / ln(ln(100/80 · 20 + 100/3 + e)).
    const counts = { characters: 100, tags: 10, linkCharacters: 20, linkTags: 2 };
    const expected = (10 * Math.log(25)) / Math.log(Math.log(25 + 100 / 3 + Math.E));
    expect(compositeDensity(counts, 1 / 3)).toBeCloseTo(expected, 12);
  });

  it('uses one for zero divisors', () => {
    const text = { characters: 50, tags: 0, linkCharacters: 0, linkTags: 0 };
    expect(compositeDensity(text, 0)).toBeCloseTo((50 * Math.log(50)) / Math.log(Math.log(1 + Math.E)), 12);
    const links = { characters: 50, tags: 5, linkCharacters: 50, linkTags: 5 };
    expect(compositeDensity(links, 1)).toBe(0);
    expect(compositeDensity({ ...text, characters: 0 }, 0.5)).toBe(0);
  });
});

describe('densitiesOf', () => {
  it('counts the tags under a node, not the node', () => {
    const tree = treeFromHtml('<body id="b"><div id="d"><p id="p">1234</p><p>56</p></div></body>');
    const densities = densitiesOf(tree, nodeById(tree, 'b'));
    const density = (characters: number, tags: number) =>
      compositeDensity({ characters, tags, linkCharacters: 0, linkTags: 0 }, 0);
    expect(densities[nodeById(tree, 'b')]).toBe(density(6, 3));
    expect(densities[nodeById(tree, 'd')]).toBe(density(6, 2));
    expect(densities[nodeById(tree, 'p')]).toBe(density(4, 0));
  });
});

describe('CETD', () => {
  const menu = `<ul>${'<li><a href="x">menu entry</a></li>'.repeat(8)}</ul>`;
  const paragraphs = ['first', 'second', 'third'].map(
    n => `<p>the ${n} paragraph with a fair number of words</p>`,
  );

  it('returns the node whose children are dense', () => {
    const page = `<body>${menu}<div><h2>Head</h2>${paragraphs.join('')}</div>${menu}</body>`;
    expect(extractHtml(textDensity, page)).toMatch(/^Head\nthe first(.|\n)*the third paragraph[^\n]*$/);
  });

  it('works without links and without a body', () => {
    expect(extractHtml(textDensity, paragraphs.join(''))).toContain('second');
  });
});
