import {
  BoostingClassifier,
  type BoostingModel,
  type BoostingOptions,
  type Dataset,
  LogisticRegression,
} from '@webpith/learn';
import { FACT_TABLES, packTrees, type RankerWeights } from 'webpith/internals';
import { looseTrees } from '../methods/default/write-weights.js';
import type { FactPage } from './examples.js';
import type { FactName } from './facts.js';

/**
 * Chosen by cross-validation over sites (docs/results/facts.md). Small trees, for there are a thousand pages: more rounds
 * or leaves brought nothing out of fold.
 */
export const RANKER_OPTIONS: Readonly<Record<FactName, Partial<BoostingOptions>>> = {
  date: { rounds: 100, learningRate: 0.07, maxLeaves: 8, minLeafRows: 5, l2: 3, columnShare: 0.5, seed: 1 },
  title: {
    rounds: 100,
    learningRate: 0.08,
    maxLeaves: 6,
    minLeafRows: 4,
    l2: 3,
    columnShare: 0.3,
    rowShare: 0.8,
    seed: 1,
  },
  author: {
    rounds: 80,
    learningRate: 0.08,
    maxLeaves: 6,
    minLeafRows: 5,
    l2: 3,
    columnShare: 0.4,
    rowShare: 0.8,
    seed: 1,
  },
};

/**
 * How much a page of a corpus counts. The gold of `wcxb` was taken from other copies of the pages, and its titles follow
 * the title element as often as the heading: it teaches what is rare elsewhere, and must not outvote the others.
 */
const WEIGHTS: Readonly<Record<FactName, number>> = { date: 0.5, title: 0.1, author: 0.5 };

/**
 * Facts whose ranker learns from pages without them as well. That of dates only chooses; whether a page has a date at all
 * is told by the sureness, which looks at the kind of page: learned together, both were worse out of fold.
 */
const FROM_NONE: ReadonlySet<FactName> = new Set(['author']);

/** Fits a ranker to the pages on which a candidate is right: elsewhere the gold is not on the page. */
export function fitRanker(name: FactName, pages: readonly FactPage[]): BoostingModel {
  const { columns } = FACT_TABLES[name];
  const rows: (readonly number[])[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const { corpus, choices } of pages) {
    const choice = choices[name];
    if (choice === undefined || !(choice.hasGold ? choice.right.includes(true) : FROM_NONE.has(name)))
      continue;
    choice.rows.forEach((row, i) => {
      rows.push(row);
      labels.push(choice.right[i] ? 1 : 0);
      weights.push(corpus === 'wcxb' ? WEIGHTS[name] : 1);
    });
  }
  const data: Dataset = {
    attributes: columns.map(column => ({ name: column, kind: 'numeric' })),
    x: { kind: 'dense', rows: rows.length, columns: columns.length, data: cellsOf(rows, columns.length) },
    y: Int32Array.from(labels),
    classes: ['other', 'right'],
    weights: Float64Array.from(weights),
  };
  return new BoostingClassifier(RANKER_OPTIONS[name]).fit(data);
}

function cellsOf(rows: readonly (readonly number[])[], width: number): Float32Array {
  const cells = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries()) cells.set(row, i * width);
  return cells;
}

/** Whether the best candidate of a page is right, and its score. */
export interface Best {
  readonly score: number;
  /** What else tells how sure it is. */
  readonly beside: readonly number[];
  readonly right: boolean;
  readonly corpus: string;
  readonly hasGold: boolean;
}

/** The best candidate of every page that has one. */
export function bestOf(name: FactName, model: BoostingModel, pages: readonly FactPage[]): Best[] {
  const width = FACT_TABLES[name].columns.length;
  return pages.flatMap(({ corpus, choices }) => {
    const choice = choices[name];
    if (choice === undefined || choice.rows.length === 0) return [];
    const { rows } = choice;
    const scores = model.scores({
      kind: 'dense',
      rows: rows.length,
      columns: width,
      data: cellsOf(rows, width),
    });
    const best = scores.indexOf(Math.max(...scores));
    return [
      {
        score: scores[best]!,
        beside: choice.beside[best]!,
        right: choice.right[best]!,
        corpus,
        hasGold: choice.hasGold,
      },
    ];
  });
}

/** The weights as the library reads them; `judged` are best candidates by models that had not seen their pages. */
export function rankerWeights(model: BoostingModel, judged: readonly Best[]): RankerWeights {
  const trees = packTrees(looseTrees(model), [...model.ensemble.start]);
  return { trees: Buffer.from(trees).toString('base64'), sureness: fitSureness(judged) };
}

/** Logistic regression of being right on the score and what stands beside it; intercept first. */
export function fitSureness(judged: readonly Best[]): number[] {
  const rows = judged.map(({ score, beside }) => [score, ...beside]);
  const width = rows[0]?.length ?? 1;
  const attributes = Array.from({ length: width }, (_, i) => ({ name: `x${i}`, kind: 'numeric' as const }));
  const y = Int32Array.from(judged, ({ right }) => Number(right));
  const x = { kind: 'dense' as const, rows: rows.length, columns: width, data: cellsOf(rows, width) };
  const model = new LogisticRegression({ l2: 0.1, standardise: false }).fit({
    attributes,
    x,
    y,
    classes: ['wrong', 'right'],
  });
  // The score is linear: its weights are what each column adds to the score of a row of zeros.
  const probe = Array.from({ length: width + 1 }, (_, i) => attributes.map((_, j) => (i === j + 1 ? 1 : 0)));
  const cells = { kind: 'dense' as const, rows: width + 1, columns: width, data: cellsOf(probe, width) };
  const odds = Array.from(probe, (_, i) => {
    const right = model.probabilities(cells)[2 * i + 1]!;
    return Math.log(right / (1 - right));
  });
  return odds.map((value, i) => Number((i === 0 ? value : value - odds[0]!).toFixed(4)));
}
