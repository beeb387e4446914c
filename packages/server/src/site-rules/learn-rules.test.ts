import { describe, expect, it } from 'vitest';
import { decidedBy, f1OfDecided, learnRules } from './learn-rules.js';
import type { RulePage } from './page-blocks.js';

/** A page of blocks of ten words: `+` for content and for kept blocks, and the blocks matched by each selector. */
function page(content: string, kept: string, selectors: Record<string, readonly number[]>): RulePage {
  const marks = (text: string) => Uint8Array.from(text, sign => (sign === '+' ? 1 : 0));
  return {
    id: 'page',
    words: new Uint32Array(content.length).fill(10),
    isContent: marks(content),
    isKept: marks(kept),
    blocksOf: new Map(Object.entries(selectors)),
  };
}

describe('learnRules', () => {
  it('drops extra blocks and keeps missing ones', () => {
    const pages = [page('++-+', '+++-', { '.ad': [2], '.more': [3], div: [0, 1, 2, 3] })];
    const rules = learnRules(pages);
    expect(rules).toEqual({ keep: ['.more'], drop: ['.ad'] });
    expect(f1OfDecided(pages[0]!, pages[0]!.isKept)).toBeCloseTo(2 / 3, 9);
    expect(f1OfDecided(pages[0]!, decidedBy(pages[0]!, rules))).toBe(1);
  });

  it('adds no rule that makes another page worse', () => {
    const wrong = page('++-', '+++', { '.box': [2] });
    const right = page('+++', '+++', { '.box': [1, 2] });
    expect(learnRules([wrong])).toEqual({ keep: [], drop: ['.box'] });
    expect(learnRules([wrong, right])).toEqual({ keep: [], drop: [] });
  });

  it('prefers the selector that corrects more, then the more specific one', () => {
    const pages = [page('+++--', '+++++', { '.one': [3], '.both': [3, 4], 'div.both': [3, 4] })];
    expect(learnRules(pages).drop).toEqual(['div.both']);
  });

  it('adds no rule that helps only one page of several', () => {
    const wrong = page('++-', '+++', { '.box': [2] });
    const other = page('+++', '+++', {});
    expect(learnRules([wrong, other])).toEqual({ keep: [], drop: [] });
    expect(learnRules([wrong, wrong, other])).toEqual({ keep: [], drop: ['.box'] });
  });

  it('never drops most of the kept blocks of a page, at once or step by step', () => {
    const pages = [page('+---', '++++', { '.all': [1, 2, 3], '.one': [1], '.two': [2], '.three': [3] })];
    expect(learnRules(pages).drop).toHaveLength(2);
    expect(learnRules([page('+---', '++++', { '.all': [1, 2, 3] })]).drop).toEqual([]);
  });

  it('adds no rule for a tiny gain', () => {
    const content = '+'.repeat(200);
    const pages = [page(`${content}-`, `${content}+`, { '.tiny': [200] })];
    expect(learnRules(pages)).toEqual({ keep: [], drop: [] });
  });
});
