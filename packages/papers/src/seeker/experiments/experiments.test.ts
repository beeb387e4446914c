import { describe, expect, it } from 'vitest';
import { forumPage, newsPage } from '../testing/pages.js';
import { trainingPage } from '../training-pages.js';
import {
  comparison,
  misclassificationCost,
  type Outcome,
  paperShares,
  type SelectionOutcome,
  selectionRanks,
} from './classification.js';
import { boxPlots, costPlot } from './document.js';
import { fewLabelsExperiment, LABEL_COUNTS, pagesWithGold, type ScoreRow, scoreText } from './extraction.js';
import {
  bestClassical,
  crossTable,
  extractionTable,
  type GenreRows,
  testsTable,
  versus,
} from './extraction-sections.js';

const row = (method: string, page: number, precision: number, recall: number): ScoreRow => ({
  page: String(page),
  genre: 'news',
  corpus: 'newspapers',
  method,
  precision,
  recall,
  f1: (2 * precision * recall) / (precision + recall),
});

/** Ten pages: ours is better by 0.1 on each; the single text node has the best precision. */
const rows: GenreRows = {
  own: Array.from({ length: 10 }, (_, i) => [
    ...['CS+plain', 'CS+LBS', 'CS+SLS', 'CS+1+LBS', 'CS+1+SLS', 'seeker', 'seeker, genre known'].map(name =>
      row(name, i, 0.8 + i / 100, 0.9),
    ),
    ...['blog', 'forum'].map(genre => row(`CS+LBS with the ${genre} model`, i, 0.5, 0.5)),
    ...['CS+plain', 'CS+LBS', 'CS+SLS', 'CS+1+LBS', 'CS+1+SLS'].map(name =>
      row(`${name}, as in the paper`, i, 0.6, 0.6),
    ),
  ]).flat(),
  classical: Array.from({ length: 10 }, (_, i) => [
    row('dsc', i, 0.7 + i / 101, 0.9),
    row('lqf-75', i, 0.5, 0.8),
    row('largest-text', i, 0.95, 0.1),
  ]).flat(),
};

describe('comparison with the classical extractors', () => {
  it('finds the best of them by measure', () => {
    expect(bestClassical(rows, 'precision')).toBe('largest-text');
    expect(bestClassical(rows, 'precision', ['largest-text'])).toBe('dsc');
    expect(bestClassical(rows, 'f1')).toBe('dsc');
  });

  it('tests differences by page, with an interval', () => {
    const { rival, difference, pValue } = versus(rows, 'CS+LBS', 'precision', ['largest-text']);
    expect(rival).toBe('dsc');
    expect(difference.estimate).toBeCloseTo(0.1, 2);
    expect(difference.low).toBeGreaterThan(0.09);
    expect(pValue).toBeLessThan(0.001);
  });

  it('pairs rows in fold order with rows in corpus order by page', () => {
    const shuffled = {
      ...rows,
      own: rows.own.toSorted((a, b) => ((Number(a.page) * 7) % 10) - ((Number(b.page) * 7) % 10)),
    };
    expect(versus(shuffled, 'CS+LBS', 'precision', ['largest-text'])).toEqual(
      versus(rows, 'CS+LBS', 'precision', ['largest-text']),
    );
    expect(testsTable(shuffled, 'news')).toBe(testsTable(rows, 'news'));
  });

  it('refuses pages that only one method covers', () => {
    const fewer = { ...rows, classical: rows.classical.filter(({ page }) => page !== '4') };
    expect(() => versus(fewer, 'CS+LBS', 'f1')).toThrow(/different pages.*“4”/);
    const other = rows.classical.map(each => (each.page === '4' ? { ...each, page: 'x' } : each));
    expect(() => versus({ ...rows, classical: other }, 'CS+LBS', 'f1')).toThrow(/different pages/);
  });

  it('lists every configuration with the paper’s figures', () => {
    const text = extractionTable(rows, 'news');
    expect(text).toMatch(
      /\*\*CS\+LBS\*\* \| 0\.845 ± 0\.030 \| 0\.900 ± 0\.000 .*\| 0\.94 \| 0\.882 \| 0\.905 \|/,
    );
    expect(text).toMatch(/\| CS\+SLS, as in the paper \| 0\.600/);
    expect(text).toMatch(/\| dsc \| .*\| 0\.863 \| 0\.87 \| 0\.852 \|/);
    expect(crossTable(rows, 'news')).toContain('CS+LBS, forum model | 0.500');
  });

  it('draws box plots for each genre', () => {
    const drawn = boxPlots({ extracted: { rows: rows.own }, classical: rows.classical });
    expect(Object.keys(drawn)).toEqual(['news', 'blog', 'forum']);
    expect(drawn.news).toMatch(/^<svg xmlns=.*CS\+LBS.*largest-text/s);
  });
});

describe('comparison of classifiers', () => {
  const outcome = (right: readonly boolean[]): Outcome => ({
    task: 'segment',
    genre: 'news',
    algorithm: '',
    tp: 0,
    fn: 0,
    fp: 0,
    tn: 0,
    right,
  });
  const good = outcome(Array.from({ length: 40 }, () => true));
  const poor = outcome(Array.from({ length: 40 }, (_, i) => i > 11));
  const like = outcome(Array.from({ length: 40 }, (_, i) => i !== 3));

  it('finds wins, losses and ties by McNemar’s test', () => {
    expect([comparison(good, poor), comparison(poor, good), comparison(good, like)]).toEqual(['+', '-', '=']);
  });

  it('ranks selectors by wins minus losses', () => {
    const made = (method: string, accuracies: number[]): SelectionOutcome => ({
      task: 'single',
      genre: 'news',
      method,
      accuracies,
    });
    const ranks = selectionRanks([
      made('IG', [0.9, 0.91, 0.92]),
      made('WRP', [0.5, 0.52, 0.51]),
      made('RLF', [0.9, 0.92, 0.91]),
    ]);
    expect(ranks[0]).toMatchObject({ wins: 1, losses: 0 });
    expect(ranks.at(-1)).toEqual({ method: 'WRP', wins: 0, losses: 2 });
  });

  it('weights misses by their cost', () => {
    const point = { cost: 4, tp: 90, fn: 3, fp: 7, tn: 900 };
    expect(misclassificationCost(point, 10)).toBe(37);
    expect(costPlot([point, { ...point, cost: 8 }])).toContain('<svg');
  });
});

describe('evaluated pages', () => {
  const pages = [1, 2, 3, 4].map(
    i => trainingPage({ page: { ...newsPage(i), url: `https://one.example/${i}` } }, 'x')!,
  );

  it('have gold, and are scored by the longest common subsequence', () => {
    expect(pagesWithGold(pages)).toHaveLength(4);
    const { precision, recall } = scoreText(pages[0]!, 'm', `${pages[0]!.page.text} and`);
    expect(recall).toBe(1);
    expect(precision).toBeLessThan(1);
  });

  it('are sampled with the paper’s share of positive instances, as far as available', () => {
    const { y } = paperShares(pages, 'news', 'segment');
    const all = pages.flatMap(page => page.instances!.labels);
    const positive = y.filter(label => label === 1).length;
    expect(positive).toBe(Math.min(702, all.filter(({ good }) => good).length));
    expect(y.length - positive).toBe(Math.min(313, all.filter(({ good }) => !good).length));
  });

  it('train on two pages of a four-page site and evaluate on the others', () => {
    const alone = trainingPage({ page: forumPage(9) }, 'x')!;
    const { sites, rows: scores } = fewLabelsExperiment([...pages, alone]);
    expect(sites).toBe(1);
    expect(scores).toHaveLength(2 * LABEL_COUNTS.length);
    expect(scores.filter(score => score.method === '110').every(score => score.f1 > 0.7)).toBe(true);
  });
});
