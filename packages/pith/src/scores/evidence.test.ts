import { describe, expect, it } from 'vitest';
import { analyse, extractByScores } from '../extract.js';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { extract } from '../index.js';
import { scoreRows } from '../packed-trees.js';
import { sumsOfPage } from './evidence.js';
import { scoresFromFeatures } from './from-features.js';
import { defaultModel } from './model.js';
import { WEIGHTS } from './weights/default.js';

const HTML = `<title>A ferry in the fog</title><nav class=menu><a href=/>Home</a> <a href=/n>News</a></nav>
  <article><h1>A ferry in the fog</h1>
  <p>The ferry left the pier at noon, and nobody on it knew that the fog would come before the evening.</p>
  <p>By two o’clock the captain could no longer see the bow of his own ship, and he had the engines stopped.</p>
  </article><aside class=related><h3>Related</h3><ul><li><a href=/x>Another ship</a></ul></aside><footer>© 2020</footer>`;

describe('the sum of a score', () => {
  const { features, blocks } = analyse(HTML, {});
  const sums = sumsOfPage(features);
  const all = (block: number) => sums(block, Number.POSITIVE_INFINITY).contributions;

  it('adds up to the score of the model for any number of contributions', () => {
    const served = scoresFromFeatures(features);
    for (let b = 0; b < blocks.count; b++) {
      for (const most of [0, 4, Number.POSITIVE_INFINITY]) {
        const { base, contributions, rest, score } = sums(b, most);
        const total = contributions.reduce((sum, { weight }) => sum + weight, base + rest);
        expect(total).toBeCloseTo(score, 9);
        expect(1 / (1 + Math.exp(-score))).toBeCloseTo(served[b]!, 5);
      }
    }
  });

  it('leaves only skipped trees to the rest if all contributions are listed', () => {
    const { slope, offset } = WEIGHTS.blockCalibration;
    const scores = scoreRows(defaultModel().blocks, features.rows, features.width);
    for (let b = 0; b < blocks.count; b++) {
      const { rest, score } = sums(b, Number.POSITIVE_INFINITY);
      expect(score - rest).toBeCloseTo(slope * scores[b]! + offset, 2);
    }
  });

  it('has the average block of the page as its base', () => {
    const { slope, offset } = WEIGHTS.blockCalibration;
    const scores = scoreRows(defaultModel().blocks, features.rows, features.width);
    const mean = scores.reduce((sum, score) => sum + score, 0) / blocks.count;
    expect(sums(0, 0).base).toBeCloseTo(slope * mean + offset, 2);
  });

  it('lists the strongest first, up to the requested number, each feature once', () => {
    const strength = all(0).map(({ weight }) => Math.abs(weight));
    expect(strength).toEqual(strength.toSorted((a, b) => b - a));
    expect(new Set(all(0).map(({ feature }) => feature)).size).toBe(all(0).length);
    expect(sums(0, 5).contributions).toHaveLength(5);
  });

  it('lists both signs, the strongest of each', () => {
    for (let b = 0; b < blocks.count; b++) {
      const some = sums(b, 6).contributions;
      for (const sign of [1, -1]) {
        const side = all(b)
          .filter(({ weight }) => weight * sign > 0)
          .slice(0, 3);
        expect(some).toEqual(expect.arrayContaining(side));
      }
    }
  });

  it('contains the value of the block', () => {
    for (const { feature, value } of sums(2, 10).contributions) {
      expect(value).toBe(features.rows[2 * features.width + FEATURE_NAMES.indexOf(feature)]);
    }
  });
});

describe('explain', () => {
  const decisions = extract(HTML, { url: 'https://example.org/ferry' }).explain();

  it('covers every block in order', () => {
    expect(decisions.map(decision => decision.text)).toEqual([...analyse(HTML, {}).blocks.texts]);
  });

  it('contains the decision, its stage and its reason', () => {
    const paragraphs = decisions.filter(({ text }) => /^(?:The ferry|By two)/.test(text));
    expect(paragraphs.map(({ kept, stage }) => [kept, stage])).toEqual([
      [true, 'scores'],
      [true, 'scores'],
    ]);
    const menu = decisions.find(({ text }) => text === 'Home News')!;
    expect([menu.kept, menu.stage, menu.reason]).toEqual([
      false,
      'scores',
      'probability below the threshold of this page',
    ]);
  });

  it('contains the position of each block', () => {
    for (const { text, start, end, path } of decisions) {
      expect(HTML.slice(start, end).replace(/<[^>]*>/g, '')).toBe(text);
      expect(path).toMatch(/^(?:[\w-]+:\d+)(?: > [\w-]+:\d+)*$/);
    }
  });

  it('describes evidence in words, with weights', () => {
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

  it('accounts for every score exactly, on the decided side of the threshold', () => {
    for (const { account, evidence, kept, stage, score } of decisions) {
      const { base, rest, corrected, cut } = account;
      const total = evidence.reduce((sum, { weight }) => sum + weight, base + rest + corrected);
      expect(total).toBeCloseTo(account.score, 9);
      expect(1 / (1 + Math.exp(-account.score))).toBeCloseTo(score, 3);
      expect(corrected).toBe(0);
      if (stage === 'scores') expect(account.score >= cut).toBe(kept);
    }
  });

  it('separates the contribution of another model', () => {
    const shifted = extractByScores(HTML, {}, features =>
      scoresFromFeatures(features).map(p => 1 / (1 + ((1 - p) / p) * Math.exp(-0.5))),
    ).explain();
    for (const { account } of shifted) expect(account.corrected).toBeCloseTo(0.5, 2);
  });

  it("applies a reader's corrections last", () => {
    const { texts, first } = analyse(HTML, {}).blocks;
    const nodes = (text: string) => first[texts.findIndex(own => own.startsWith(text))]!;
    const corrections = { keep: [nodes('Home')], drop: [nodes('The ferry left')] };
    const after = extract(HTML, { corrections, rules: { drop: ['nav'], keep: ['article'] } }).explain();
    const of = (text: string) => after.find(own => own.text.startsWith(text));
    expect(of('Home')).toMatchObject({ kept: true, stage: 'corrections' });
    expect(of('The ferry left')).toMatchObject({ kept: false, stage: 'corrections' });
    expect(of('By two')).toMatchObject({ kept: true });
    expect(extract(HTML, { corrections: { drop: [1e6] } }).text).toBe(extract(HTML).text);
  });

  it('names a rule as the reason if it decided', () => {
    const ruled = extract(HTML, { rules: { drop: ['article'], keep: ['aside'] } }).explain();
    expect(ruled.find(({ text }) => text.startsWith('The ferry'))).toMatchObject({
      kept: false,
      stage: 'rules',
    });
    expect(ruled.find(({ text }) => text === 'Another ship')).toMatchObject({ kept: true, stage: 'rules' });
  });
});

describe('scoresFromFeatures', () => {
  it('gives each block a probability, higher for prose than for the menu', () => {
    const { features, blocks } = analyse(HTML, {});
    const scores = scoresFromFeatures(features);
    expect(scores.length).toBe(blocks.count);
    expect(scores.every(p => p > 0 && p < 1)).toBe(true);
    const of = (text: string) => scores[blocks.texts.findIndex(own => own.startsWith(text))]!;
    expect(of('The ferry')).toBeGreaterThan(of('Home'));
  });
});
