import type { Extraction } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { FEATURES } from '../features.js';
import { preparePages } from '../fitness.js';
import { newsPage } from '../testing/news-page.js';
import { trainingOptions } from '../train.js';
import { learnPanel, scorePanel } from './learn.js';
import {
  dropShortRuns,
  FEATURE_SETS,
  keepByVotes,
  plusExtractor,
  plusFromJSON,
  plusToJSON,
} from './model.js';

const kept = (keep: Uint8Array) => Array.from(keep).join('');
const marks = (text: string) => Uint8Array.from(text, Number);

describe('runs of kept blocks', () => {
  const words = [50, 60, 5, 40, 5, 5, 5, 20, 5, 30];

  it('are joined over gaps, and dropped if short relative to the longest', () => {
    const keep = marks('1101000101');
    dropShortRuns(words, { gap: 1, least: 0.5 }, keep);
    expect(kept(keep)).toBe('1101000000');
  });

  it('are kept if long or close enough', () => {
    const keep = marks('1101000101');
    dropShortRuns(words, { gap: 1, least: 0.3 }, keep);
    expect(kept(keep)).toBe('1101000101');
    dropShortRuns(words, { gap: 3, least: 0.9 }, keep);
    expect(kept(keep)).toBe('1101000101');
  });

  it('are empty if no block is kept', () => {
    const keep = new Uint8Array(3);
    dropShortRuns([1, 2, 3], { gap: 2, least: 1 }, keep);
    expect(kept(keep)).toBe('000');
  });
});

describe('several particles', () => {
  const nothing = FEATURES.map(({ bound }) => (bound === 'lower' ? 0 : Number.POSITIVE_INFINITY));
  const withBound = (name: string, value: number) =>
    nothing.map((threshold, i) => (FEATURES[i]!.name === name ? value : threshold));
  const rows = Float64Array.from(
    [
      [5, 9, 0, 0, 0, 0, 0, 0],
      [30, 1, 0, 0, 0, 0, 0, 0],
      [5, 1, 0, 0, 0, 0, 0, 0],
    ].flat(),
  );

  it('keep the blocks of any of them', () => {
    const keep = new Uint8Array(3);
    const particles = [
      { thresholds: withBound('sentences', 5) },
      { thresholds: withBound('sentence-length', 20) },
    ];
    keepByVotes({ rows, words: [1, 1, 1] }, { features: 'paper', particles, votes: 1 }, keep);
    expect(kept(keep)).toBe('110');
  });

  it('keep the blocks of most of them when voting', () => {
    const keep = new Uint8Array(3);
    const particles = [
      { thresholds: withBound('sentences', 5) },
      { thresholds: withBound('sentences', 2) },
      { thresholds: withBound('sentence-length', 20) },
    ];
    keepByVotes({ rows, words: [1, 1, 1] }, { features: 'paper', particles, votes: 2 }, keep);
    expect(kept(keep)).toBe('100');
  });
});

describe('the variant', () => {
  const pages = preparePages(
    Array.from({ length: 8 }, (_, i) => newsPage(i)),
    { html5: true, divs: true },
  );
  const options = trainingOptions({ particles: 12, generations: 10 });
  const learned = learnPanel(
    pages.slice(0, 6),
    { features: 'relative', runs: true, particles: 2, together: 'any' },
    options,
  );
  const model = { elements: { html5: true, divs: true }, ...learned, card: {} };

  it('learns from some pages and extracts others', () => {
    expect(Math.min(...scorePanel(pages.slice(6), learned))).toBeGreaterThan(0.95);
  });

  it('learns particles that vote', () => {
    const shape = { features: 'named', runs: true, particles: 3, together: 'most' } as const;
    const voters = learnPanel(pages.slice(0, 6), shape, options);
    expect(voters).toMatchObject({ votes: 2, features: 'named' });
    expect(voters.particles).toHaveLength(3);
    expect(Math.min(...scorePanel(pages.slice(6), voters))).toBeGreaterThan(0.95);
  });

  it('adds no particle that adds nothing', () => {
    expect(learned.fitness).toBeCloseTo(1, 5);
    expect(learned.particles.length).toBeLessThanOrEqual(2);
  });

  it('round-trips through JSON, and refuses invalid models', () => {
    const again = plusFromJSON(JSON.parse(JSON.stringify(plusToJSON(model))));
    const extract = (of: typeof model) => plusExtractor(of).extract(newsPage(7)) as Extraction;
    expect(extract({ ...model, ...again })).toEqual(extract(model));
    expect(() => plusFromJSON({ format: 'other' })).toThrow(/swarm-plus: expected a model file/);
    const json = plusToJSON(model);
    const broken = { ...json, weights: { ...json.weights, particles: [{ thresholds: {} }] } };
    expect(() => plusFromJSON(broken)).toThrow(/a finite number for/);
    expect(FEATURE_SETS.relative.length).toBe(FEATURES.length + 5);
  });
});
