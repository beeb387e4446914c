import { describe, expect, it } from 'vitest';
import { blocksFromTree, treeFromHtml } from 'webpith/stages';
import type { Gold } from '../../corpora/corpus.js';
import { fromAnnotations, labelBlocks } from './labels.js';

const label = (html: string, gold: Partial<Gold>) => {
  const { share, words, coverage } = labelBlocks(blocksFromTree(treeFromHtml(html)), { id: 'a', ...gold });
  return { share: Array.from(share, value => Math.round(value * 100) / 100), words: [...words], coverage };
};

const HTML = `<nav>Home News</nav><h1>A ferry in the fog</h1><p>The ferry left the pier at noon.</p>
  <p>By Ann Lee: nobody knew that the fog would come.</p><footer>All rights reserved</footer><p>–</p>`;

describe('labels from a gold text', () => {
  it('give the share of each block that is content', () => {
    const text = 'A ferry in the fog The ferry left the pier at noon. Nobody knew that the fog would come.';
    expect(label(HTML, { text })).toEqual({
      share: [0, 1, 1, 0.7, 0, 0],
      words: [2, 5, 7, 10, 3, 0],
      coverage: 1,
    });
  });

  it('give the coverage of the gold', () => {
    const text = 'The ferry left the pier at noon. Then something else happened altogether elsewhere.';
    expect(label(HTML, { text }).coverage).toBeCloseTo(7 / 13, 6);
    expect(label(HTML, { text: 'Nothing of this' }).coverage).toBe(0);
  });

  it('take precedence over snippets', () => {
    const { share } = label(HTML, { text: 'The ferry left the pier at noon.', with: ['Home News'] });
    expect(share).toEqual([0, 0, 1, 0, 0, 0]);
  });
});

describe('labels from snippets', () => {
  it('exist for blocks with a snippet', () => {
    const gold = { with: ['left the PIER, at noon'], without: ['Home  News', 'rights reserved'] };
    expect(label(HTML, gold)).toEqual({
      share: [0, -1, 1, -1, 0, -1],
      words: [2, 5, 7, 10, 3, 0],
      coverage: 1,
    });
  });

  it('are missing for a block with both kinds', () => {
    expect(label(HTML, { with: ['ferry left'], without: ['at noon'] }).share[2]).toBe(-1);
  });

  it('are missing without snippets or for snippets without words', () => {
    expect(label(HTML, { with: ['', ' – '], text: '  ' }).share.every(share => share === -1)).toBe(true);
    expect(label(HTML, {}).share.every(share => share === -1)).toBe(true);
  });
});

describe('labels of annotators', () => {
  it('are binary by the first text of a block, and missing for corpus-specific labels', () => {
    const blocks = blocksFromTree(treeFromHtml(HTML));
    const names = ['nav', 'title', 'content', 'content', 'legal'];
    const nodes = Object.fromEntries(names.map((name, b) => [blocks.first[b]!, name]));
    const { share, coverage } = fromAnnotations(blocks, { nodes });
    expect([...share]).toEqual([0, -1, 1, 1, 0, -1]);
    expect(coverage).toBe(1);
  });
});
