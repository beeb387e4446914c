import { describe, expect, it } from 'vitest';
import type { Gold } from '../corpora/corpus.js';
import { calibration } from './calibration.js';
import { calendarDay, titleScore } from './metadata.js';
import { meanScores, metrics } from './metrics.js';
import { countSnippets, snippetScores } from './overlap.js';
import { pageRegionAccuracy } from './paper-metrics.js';

describe('region accuracy (paper 002, eq. 4)', () => {
  it('is c / (|c − r| + c) per region, averaged per page', () => {
    const first = [
      { detected: 80, actual: 100 }, // 80 / 100
      { detected: 125, actual: 100 }, // 125 / 150
      { detected: 0, actual: 40 }, // not detected
    ];
    expect(pageRegionAccuracy(first)).toBeCloseTo((0.8 + 125 / 150) / 3, 12);
    expect(pageRegionAccuracy([{ detected: 50, actual: 50 }])).toBe(1);
  });

  it('has no value without regions and refuses impossible sizes', () => {
    expect(pageRegionAccuracy([])).toBeUndefined();
    expect(() => pageRegionAccuracy([{ detected: 1, actual: 0 }])).toThrow(/at least one character/);
    expect(() => pageRegionAccuracy([{ detected: -1, actual: 5 }])).toThrow(/got 5 and -1/);
  });
});

describe('snippets', () => {
  const gold = { with: ['The  Good\npart', 'missing', ' '], without: ['menu', 'Footer', ''] };

  it('are found regardless of case and spacing; empty ones are ignored', () => {
    expect(countSnippets(gold, 'x the good part y\nMENU')).toEqual({
      found: 1,
      missed: 1,
      wrong: 1,
      avoided: 1,
    });
    expect(countSnippets({}, 'x')).toEqual({ found: 0, missed: 0, wrong: 0, avoided: 0 });
  });

  it('are summed over pages before computing precision and recall', () => {
    const scores = snippetScores([
      { found: 3, missed: 1, wrong: 0, avoided: 4 },
      { found: 0, missed: 1, wrong: 1, avoided: 0 },
    ]);
    expect(scores.precision).toBe(3 / 4);
    expect(scores.recall).toBe(3 / 5);
    expect(scores.f1).toBeCloseTo((2 * 0.75 * 0.6) / 1.35, 12);
    expect(scores.accuracy).toBe(7 / 10);
  });

  it('score 0 for 0 / 0', () => {
    expect(snippetScores([])).toEqual({ precision: 0, recall: 0, f1: 0, accuracy: 0 });
  });
});

describe('titles', () => {
  it('are equal regardless of case, quotes, spacing and width', () => {
    expect(titleScore('“The ﬁrst” day', 'THE FIRST  day').exact).toBe(1);
    expect(titleScore('The first day', 'The first day | Site')).toMatchObject({ exact: 0, f1: 6 / 7 });
    expect(titleScore('The first day', undefined)).toEqual({ exact: 0, f1: 0 });
  });
});

describe('dates', () => {
  it.each([
    ['2023-12-22', '2023-12-22'],
    ['2023-12-22T23:30:00-08:00', '2023-12-22'],
    ['2023/12/22 10:00', '2023-12-22'],
    ['20231222', '2023-12-22'],
    ['Dec 22, 2023', '2023-12-22'],
    ['22 December 2023', '2023-12-22'],
    ['Fri, 22 Dec 2023 23:30:00 GMT', '2023-12-22'],
    ['Fri Dec 22 2023 01:30:00 GMT+0900 (Japan Standard Time)', '2023-12-22'],
    ['2023-02-30', undefined],
    ['yesterday', undefined],
    ['12', undefined],
    [`2023${' '.repeat(10_000)}x`, undefined],
  ])('the day of %j is %j', (date, day) => {
    expect(calendarDay(date)).toBe(day);
  });
});

describe('calibration', () => {
  it('is Σ share · |accuracy − confidence| over bins', () => {
    const pages = [
      { confidence: 0.95, correct: true },
      { confidence: 0.95, correct: false },
      { confidence: 0.15, correct: false },
      { confidence: 0.15, correct: false },
    ];
    const { bins, ece } = calibration(pages);
    expect(bins).toHaveLength(10);
    expect(bins[9]).toMatchObject({ from: 0.9, to: 1, pages: 2, accuracy: 0.5 });
    expect(ece).toBeCloseTo(0.5 * 0.45 + 0.5 * 0.15, 12);
  });

  it('puts a confidence of 1 into the last bin and refuses invalid values', () => {
    expect(calibration([{ confidence: 1, correct: true }], 4).bins[3]?.pages).toBe(1);
    expect(calibration([]).ece).toBe(0);
    expect(() => calibration([{ confidence: 1.2, correct: true }])).toThrow(/from 0 to 1, got 1.2/);
    expect(() => calibration([{ confidence: Number.NaN, correct: true }])).toThrow(/got NaN/);
    expect(() => calibration([], 0)).toThrow(/one bin or more/);
  });
});

describe('the table of metrics', () => {
  const gold: Gold = {
    id: 'a',
    type: 'article',
    text: 'one two three four five',
    title: 'T',
    author: 'Jane Doe',
    date: '2020-01-02',
    with: ['two three'],
    without: ['menu'],
    posts: [
      { text: 'one two', user: 'Ann', date: '2020-01-02', parent: null },
      { text: 'three four five', user: 'Ben', date: '2020-01-03', parent: 0 },
    ],
  };

  it('scores a perfect extraction highest', () => {
    const extraction = {
      text: gold.text!,
      title: 'T',
      authors: ['Jane Doe'],
      published: '2020-01-02',
      type: 'article',
      posts: [
        { text: 'one two', author: 'Ann', published: '2020-01-02' },
        { text: 'three four five', author: 'Ben', published: '2020-01-03', parent: 0 },
      ],
    };
    for (const [name, metric] of Object.entries(metrics)) {
      const page = metric.score(gold, extraction);
      expect(page, name).toBeDefined();
      for (const value of Object.values(metric.summarise([page!]))) expect(value, name).toBeCloseTo(1, 12);
    }
  });

  it('scores an empty extraction 0 for all gold', () => {
    for (const name of ['bag', 'exact', 'shingles', 'lcs', 'regions'] as const) {
      for (const value of Object.values(metrics[name].score(gold, { text: '' })!))
        expect(value, name).toBe(0);
    }
  });

  it('excludes pages without gold for the metric, and summarises no pages as nothing', () => {
    for (const [name, metric] of Object.entries(metrics)) {
      expect(metric.score({ id: 'a', text: ' ' }, { text: 'x', type: 'forum' }), name).toBeUndefined();
      expect(metric.summarise([]), name).toEqual({});
    }
  });

  it('computes F1 of shingles from mean recall and the mean precision of pages with text', () => {
    const perfect = metrics.shingles.score(gold, { text: gold.text! })!;
    const empty = metrics.shingles.score(gold, { text: '…' })!;
    expect(empty).not.toHaveProperty('precision');
    const { precision, recall, f1 } = metrics.shingles.summarise([perfect, empty]);
    expect([precision, recall]).toEqual([1, 0.5]);
    expect(f1).toBeCloseTo(2 / 3, 12);
  });

  it('counts gold comments as a separate region', () => {
    const page: Gold = { id: 'a', text: 'x'.repeat(100), comments: ['first one', 'second'] };
    const text = page.text!;
    expect(metrics.regions.score(page, { text })).toEqual({ accuracy: 0.5 });
    expect(metrics.regions.score(page, { text, comments: ['first one second'] })).toEqual({ accuracy: 1 });
    const regions = { article: ['x'.repeat(50)], comments: ['first one', 'second'] };
    expect(metrics.regions.score(page, { text, regions })).toEqual({ accuracy: 0.75 });
  });

  it('averages each score over the pages that have it', () => {
    expect(meanScores([{ a: 1, b: 2 }, { a: 3 }])).toEqual({ a: 2, b: 2 });
  });
});
