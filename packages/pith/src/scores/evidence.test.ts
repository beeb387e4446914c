import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.js';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { extract } from '../index.js';
import { contributions } from './evidence.js';
import { scoresFromFeatures } from './from-features.js';
import { defaultModel } from './model.js';
import { LEAF } from './packed-trees.js';
import { scoreRows } from './trees.js';

const HTML = `<title>A ferry in the fog</title><nav class=menu><a href=/>Home</a> <a href=/n>News</a></nav>
  <article><h1>A ferry in the fog</h1>
  <p>The ferry left the pier at noon, and nobody on it knew that the fog would come before the evening.</p>
  <p>By two o’clock the captain could no longer see the bow of his own ship, and he had the engines stopped.</p>
  </article><aside class=related><h3>Related</h3><ul><li><a href=/x>Another ship</a></ul></aside><footer>© 2020</footer>`;

/** Mean of the leaves below a node, each side of a split weighing the same, from the definition. */
function meanBelow(node: number): number {
  const { column, threshold, right } = defaultModel().blocks;
  return column[node] === LEAF ? threshold[node]! : (meanBelow(node + 1) + meanBelow(right[node]!)) / 2;
}

describe('contributions', () => {
  const { features, blocks } = analyse(HTML, {});

  it('of all features add up to the score but for where the trees begin', () => {
    const trees = defaultModel().blocks;
    const begin =
      trees.start[0]! + trees.first.subarray(0, -1).reduce((sum, root) => sum + meanBelow(root), 0);
    const scores = scoreRows(trees, features.rows, features.width);
    for (let b = 0; b < blocks.count; b++) {
      const all = contributions(features, b, Number.POSITIVE_INFINITY);
      expect(begin + all.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(scores[b]!, 3);
    }
  });

  it('come strongest first, as many as asked for, each feature once', () => {
    const all = contributions(features, 0, Number.POSITIVE_INFINITY);
    const strength = all.map(({ weight }) => Math.abs(weight));
    expect(strength).toEqual(strength.toSorted((a, b) => b - a));
    expect(new Set(all.map(({ feature }) => feature)).size).toBe(all.length);
    expect(contributions(features, 0, 5)).toHaveLength(5);
  });

  it('name both sides, the strongest of each', () => {
    for (let b = 0; b < blocks.count; b++) {
      const all = contributions(features, b, Number.POSITIVE_INFINITY);
      const some = contributions(features, b, 6);
      for (const sign of [1, -1]) {
        const side = all.filter(({ weight }) => weight * sign > 0).slice(0, 3);
        expect(some).toEqual(expect.arrayContaining(side));
      }
      expect(some).toEqual(all.filter(one => some.some(({ feature }) => feature === one.feature)));
    }
  });

  it('give the value that the block has', () => {
    for (const { feature, value } of contributions(features, 2, 10)) {
      expect(value).toBe(features.rows[2 * features.width + FEATURE_NAMES.indexOf(feature)]);
    }
  });
});

describe('explain', () => {
  const decisions = extract(HTML, { url: 'https://example.org/ferry' }).explain();

  it('speaks of every block, in order', () => {
    expect(decisions.map(decision => decision.text)).toEqual([...analyse(HTML, {}).blocks.texts]);
  });

  it('says what was kept, by which stage and why', () => {
    const paragraphs = decisions.filter(({ text }) => /^(?:The ferry|By two)/.test(text));
    expect(paragraphs.map(({ kept, stage }) => [kept, stage])).toEqual([
      [true, 'scores'],
      [true, 'scores'],
    ]);
    const menu = decisions.find(({ text }) => text === 'Home News')!;
    expect([menu.kept, menu.stage, menu.reason]).toEqual([
      false,
      'scores',
      'less likely content than the cut of this page',
    ]);
  });

  it('says where each block stands', () => {
    for (const { text, start, end, path } of decisions) {
      expect(HTML.slice(start, end).replace(/<[^>]*>/g, '')).toBe(text);
      expect(path).toMatch(/^(?:[\w-]+:\d+)(?: > [\w-]+:\d+)*$/);
    }
  });

  it('gives facts in words, with their weights', () => {
    for (const { evidence, score } of decisions) {
      expect(evidence.length).toBeGreaterThan(0);
      expect(evidence.length).toBeLessThanOrEqual(6);
      for (const { fact, weight } of evidence) {
        expect(fact).toMatch(/\w/);
        expect(Number.isFinite(weight)).toBe(true);
      }
      expect(score > 0 && score < 1).toBe(true);
    }
  });

  it('gives a rule as the reason where a rule decided', () => {
    const ruled = extract(HTML, { rules: { drop: ['article'], keep: ['aside'] } }).explain();
    expect(ruled.find(({ text }) => text.startsWith('The ferry'))).toMatchObject({
      kept: false,
      stage: 'rules',
    });
    expect(ruled.find(({ text }) => text === 'Another ship')).toMatchObject({ kept: true, stage: 'rules' });
  });
});

describe('scoresFromFeatures', () => {
  it('gives each block a probability, prose a higher one than the menu', () => {
    const { features, blocks } = analyse(HTML, {});
    const scores = scoresFromFeatures(features);
    expect(scores.length).toBe(blocks.count);
    expect(scores.every(p => p > 0 && p < 1)).toBe(true);
    const of = (text: string) => scores[blocks.texts.findIndex(own => own.startsWith(text))]!;
    expect(of('The ferry')).toBeGreaterThan(of('Home'));
  });
});
