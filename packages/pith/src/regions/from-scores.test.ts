import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Blocks } from '../blocks/blocks.js';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Page } from '../features/page.js';
import { treeFromHtml } from '../tree/from-html.js';
import { regionsFromScores } from './from-scores.js';
import { REASON_NAMES, ROLE } from './regions.js';

const LONG = (word: string) => `${word} two three four five six seven eight nine ten eleven twelve thirteen`;

const factsOf = (blocks: Blocks) => new Page(blocks, { schemaTypes: [] });

function decide(html: string, probability: readonly number[], options = {}, comments?: Uint8Array) {
  const blocks = blocksFromTree(treeFromHtml(html));
  const regions = regionsFromScores(factsOf(blocks), Float32Array.from(probability), options, { comments });
  return {
    ...regions,
    kept: blocks.texts.filter((_, b) => regions.role[b] === ROLE.content),
    reasons: Array.from(regions.reason, reason => REASON_NAMES[reason]),
  };
}

const PAGE = `<nav><p>Menu here</p></nav><main><h2>Heading</h2><p>${LONG('First')}</p><p>Aside</p><p>${LONG('Second')}</p></main>
  <aside><p>${LONG('First')}</p></aside><table><tr><th>Year<td>${LONG('Cell')}<tr><th>Place<td>${LONG('Other')}</table>`;
const SCORES = [0.02, 0.4, 0.95, 0.4, 0.6, 0.55, 0.3, 0.95, 0.1, 0.95];

describe('regionsFromScores', () => {
  it('drops an unlikely box with a promotional name within prose only', () => {
    const box = '<div class="newsletter-box"><p>Sign up for our letter</p></div>';
    const amid = `<main><p>${LONG('First')}</p>${box}<p>${LONG('Second')}</p></main>`;
    expect(decide(amid, [0.95, 0.6, 0.95]).reasons).toEqual(['above', 'promo', 'above']);
    expect(decide(amid, [0.95, 0.75, 0.95]).reasons).toEqual(['above', 'above', 'above']);
    expect(decide(`<main>${box}</main><p>${LONG('Other')}</p>`, [0.6, 0.95]).reasons[0]).toBe('above');
    expect(decide(amid.replace('newsletter-box', 'box'), [0.95, 0.6, 0.95]).reasons[1]).toBe('above');
  });

  it('does not take a heading style for the name of a promotional box', () => {
    const reasonWith = (name: string) => {
      const heading = `<h2 class="${name}">More about the lamp</h2>`;
      const html = `<main><p>${LONG('First')}</p>${heading}<p>${LONG('Second')}</p></main>`;
      return decide(html, [0.95, 0.6, 0.95]).reasons[1];
    };
    expect(['h2-related', 'related'].map(reasonWith)).toEqual(['above', 'promo']);
  });

  it('applies the threshold, then the adjustments', () => {
    const { reasons, kept, cut } = decide(PAGE, SCORES);
    expect(reasons).toEqual([
      'below',
      'heading',
      'above',
      'amid',
      'above',
      'copy',
      'unit',
      'above',
      'unit',
      'above',
    ]);
    expect(kept).toHaveLength(8);
    expect(cut).toBeCloseTo(0.6, 5);
  });

  it('applies rules last', () => {
    const { reasons, kept } = decide(PAGE, SCORES, { rules: { keep: ['nav'], drop: ['table'] } });
    expect(reasons[0]).toBe('rule keep');
    expect(reasons.slice(-4)).toEqual(['rule drop', 'rule drop', 'rule drop', 'rule drop']);
    expect(kept[0]).toBe('Menu here');
  });

  it('keeps more with a higher `lean`', () => {
    const html = Array.from({ length: 9 }, (_, i) => `<div><p>${LONG(`w${i}`)}</p></div>`).join('');
    const scores = Array.from({ length: 9 }, (_, i) => (i + 1) / 10);
    const sizes = [-1, -0.5, 0, 0.5, 1].map(lean => decide(html, scores, { lean }).kept.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes[0]!).toBeLessThan(sizes[4]!);
  });

  it('keeps nothing of an empty page', () => {
    expect(decide('', []).kept).toEqual([]);
  });

  it('does not change the scores and keeps all blocks above the threshold, except copies', () => {
    const piece = fc.tuple(
      fc.constantFrom('<p>', '<h2>', '<div>', '<li>', '<table><td>'),
      fc.constantFrom('a', 'b c d', LONG('x'), LONG('y')),
      fc.float({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), pieces => {
        const html = pieces.map(([tag, words]) => `${tag}${words}`).join('');
        const scores = pieces.map(([, , p]) => p);
        const blocks = blocksFromTree(treeFromHtml(html));
        fc.pre(blocks.count === pieces.length);
        const { probability, role, reason, cut } = regionsFromScores(
          factsOf(blocks),
          Float32Array.from(scores),
        );
        expect(probability).toEqual(Float32Array.from(scores));
        probability.forEach((p, b) => {
          const isCopy = REASON_NAMES[reason[b]!] === 'copy';
          if (p >= cut) expect(role[b] === ROLE.content).toBe(!isCopy);
        });
      }),
    );
  });
});

describe('comments', () => {
  const html = ['One', 'Two', 'Three', 'Four'].map(word => `<p>${LONG(word)}</p>`).join('');

  it('are not content, nor is their frame, and do not affect the rest', () => {
    const probability = [0.3, 0.95, 0.95, 0.95];
    expect(decide(html, probability).role[0]).toBe(ROLE.none);
    const { role, reasons } = decide(html, probability, {}, Uint8Array.of(0, 2, 1, 1));
    expect([...role]).toEqual([ROLE.content, ROLE.none, ROLE.comment, ROLE.comment]);
    expect(reasons).toEqual(['above', 'comment', 'comment', 'comment']);
  });

  it('are overridden by the rules of a site', () => {
    const page = ['one', 'two', 'three', 'four'].map(id => `<p id=${id}>${LONG(id)}</p>`).join('');
    const rules = { keep: ['#two'], drop: ['#three'] };
    const { role } = decide(page, [0.9, 0.9, 0.9, 0.9], { rules }, Uint8Array.of(0, 1, 1, 1));
    expect([...role]).toEqual([ROLE.content, ROLE.content, ROLE.none, ROLE.comment]);
  });
});

describe('paragraphs in elements with a promotional name', () => {
  it('are kept if they are most of what is kept', () => {
    const body = ['First', 'Second', 'Third'].map(word => `<p class="paywall">${LONG(word)}</p>`).join('');
    expect(decide(`<main>${body}</main>`, [0.6, 0.6, 0.6]).reasons).toEqual(['above', 'above', 'above']);
  });
});
