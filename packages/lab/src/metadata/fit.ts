import {
  BoostingClassifier,
  type BoostingModel,
  type BoostingOptions,
  type Dataset,
  numericAttributes,
} from '@webpith/learn';
import { FACT_TABLES, type RankerWeights, sureRow } from 'webpith/stages';
import { packed } from '../methods/default/write-weights.js';
import type { FieldName, MetadataPage } from './examples.js';

/** Chosen by cross-validation over sites (docs/results/facts.md); larger models were no better out of fold. */
export const RANKER_OPTIONS: Readonly<Record<FieldName, Partial<BoostingOptions>>> = {
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

/** Weight of a `wcxb` page. Its gold is from other copies of the pages and must not outvote other corpora. */
const WEIGHTS: Readonly<Record<FieldName, number>> = { date: 0.25, title: 0.2, author: 0.75 };

/** Fields with one value per page, whose rankers pick one candidate. Authors are classified one by one. */
const OF_ONE: ReadonlySet<FieldName> = new Set(['date', 'title']);

/** Options of the confidence model. Fewer or larger trees were as good out of fold. */
const SURE_OPTIONS: Partial<BoostingOptions> = {
  rounds: 60,
  learningRate: 0.08,
  maxLeaves: 4,
  minLeafRows: 10,
  l2: 3,
  columnShare: 0.4,
  rowShare: 0.8,
  seed: 1,
};

/** Fits a ranker to the pages with a right candidate; for authors, also to negative examples without gold. */
export function fitRanker(name: FieldName, pages: readonly MetadataPage[]): BoostingModel {
  const rows: (readonly number[])[] = [];
  const [labels, weights, lists]: number[][] = [[], [], []];
  for (const [list, { corpus, choices }] of pages.entries()) {
    const choice = choices[name];
    if (choice === undefined || !(choice.hasGold ? choice.right.includes(true) : !OF_ONE.has(name))) continue;
    choice.rows.forEach((row, i) => {
      rows.push(row);
      labels!.push(choice.right[i] ? 1 : 0);
      weights!.push(corpus === 'wcxb' ? WEIGHTS[name] : 1);
      lists!.push(list);
    });
  }
  const data = datasetOf(FACT_TABLES[name].columns, rows, labels!);
  return new BoostingClassifier(RANKER_OPTIONS[name]).fit(
    { ...data, weights: Float64Array.from(weights!) },
    OF_ONE.has(name) ? { lists: lists! } : {},
  );
}

function datasetOf(
  columns: readonly string[],
  rows: readonly (readonly number[])[],
  labels: readonly number[],
): Dataset {
  return {
    attributes: numericAttributes(columns),
    x: matrixOf(rows, columns.length),
    y: Int32Array.from(labels),
    classes: ['other', 'right'],
  };
}

function matrixOf(rows: readonly (readonly number[])[], width: number) {
  const data = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries()) data.set(row, i * width);
  return { kind: 'dense' as const, rows: rows.length, columns: width, data };
}

export interface Best {
  readonly sureRow: readonly number[];
  readonly right: boolean;
  readonly corpus: string;
  readonly hasGold: boolean;
}

export function bestOf(name: FieldName, model: BoostingModel, pages: readonly MetadataPage[]): Best[] {
  const width = FACT_TABLES[name].columns.length;
  return pages.flatMap(({ corpus, choices }) => {
    const choice = choices[name];
    if (choice === undefined || choice.rows.length === 0) return [];
    const { rows, right, beside, hasGold } = choice;
    const scores = [...model.scores(matrixOf(rows, width))];
    const index = scores.indexOf(Math.max(...scores));
    const row = sureRow(scores, index, rows[index]!, beside[index]);
    return [{ sureRow: row, right: right[index]!, corpus, hasGold }];
  });
}

/** Packs the weights; `outOfFold` are best candidates by models that had not seen their pages. */
export function rankerWeights(
  name: FieldName,
  model: BoostingModel,
  outOfFold: readonly Best[],
): RankerWeights {
  return { trees: packed(model), sure: packed(fitSureness(name, outOfFold)) };
}

/** Columns that never raise, or never lower, the confidence: constraints against noise from rare kinds of pages. */
const NEVER_SURER: readonly string[] = [
  'only where other things are dated',
  'only where other pages are spoken of',
  'time in the outskirts',
  'line in the outskirts',
  'only in comments',
  'only where others are named',
];
const NEVER_LESS: readonly string[] = ['ahead', 'places', 'kinds of places', 'labelled published'];

/** Columns that the confidence model ignores: extreme on short pages, and no gain out of fold. */
const UNREAD: ReadonlySet<string> = new Set([
  'blocks behind the title',
  'blocks above the title',
  'days on the page',
  'days shown',
  'earlier days',
  'later days',
]);

function fitSureness(name: FieldName, outOfFold: readonly Best[]): BoostingModel {
  const { columns: own, besideColumns } = FACT_TABLES[name];
  // A column may describe both the candidate and its neighbours.
  const columns = ['score', 'ahead', ...own, ...besideColumns.map(column => `beside: ${column}`)];
  const bare = (column: string) => column.replace('beside: ', '');
  const monotone: Record<string, 1 | -1> = {};
  for (const column of columns) {
    if (NEVER_SURER.includes(bare(column))) monotone[column] = -1;
    else if (NEVER_LESS.includes(column)) monotone[column] = 1;
  }
  const unread = columns.map(column => UNREAD.has(column));
  const rows = outOfFold.map(({ sureRow: row }) => row.map((value, i) => (unread[i] ? 0 : value)));
  const labels = outOfFold.map(({ right }) => Number(right));
  return new BoostingClassifier({ ...SURE_OPTIONS, monotone }).fit(datasetOf(columns, rows, labels));
}
