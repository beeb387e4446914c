import { type LogisticModel, LogisticRegression, numericAttributes } from '@webpith/learn';
import type { PageType } from 'webpith';
import { ENTRY_KINDS, type EntryKind, type EntryWeights, entryKind, logOdds } from 'webpith/stages';
import { LEAST_COVERAGE, weightOfWords } from './labels.js';
import type { TrainingPage, TrainingSet } from './training-set.js';

export type EntryModel = Readonly<Record<EntryKind, EntryWeights>>;

const NO_EFFECT: EntryWeights = { slope: 1, outside: 0, beside: 0, inside: 0 };
const LEAST_PAGES = 20;

/** Logistic regressions of block labels on out-of-fold probability and part in posts or entries. */
export function fitEntries(
  set: TrainingSet,
  probability: Float32Array,
  accepts: (page: TrainingPage) => boolean,
): EntryModel {
  const isUsable = (page: TrainingPage) =>
    page.parts !== undefined && page.coverage >= LEAST_COVERAGE && accepts(page);
  const pages = set.pages.filter(isUsable);
  return Object.fromEntries(
    ENTRY_KINDS.map(kind => {
      const own = pages.filter(({ gold }) => entryKind(gold.type as PageType) === kind);
      return [kind, own.length < LEAST_PAGES ? NO_EFFECT : fitKind(set, probability, own)];
    }),
  ) as EntryModel;
}

const COLUMNS = ['log-odds', 'beside', 'inside'];

function fitKind(set: TrainingSet, probability: Float32Array, pages: readonly TrainingPage[]): EntryWeights {
  const data: number[] = [];
  const y: number[] = [];
  const weights: number[] = [];
  for (const { first, blocks, parts } of pages) {
    const labelled = Array.from({ length: blocks }, (_, b) => b).filter(b => set.share[first + b]! >= 0);
    const weight = (b: number) => weightOfWords(set.words[first + b]!);
    const sum = labelled.reduce((total, b) => total + weight(b), 0);
    for (const b of labelled) {
      const part = parts![b]!;
      data.push(logOdds(probability[first + b]!), part === 1 ? 1 : 0, part === 2 ? 1 : 0);
      y.push(set.share[first + b]! > 0.5 ? 1 : 0);
      weights.push(weight(b) / sum);
    }
  }
  const model = new LogisticRegression({ l2: 1e-3, standardise: false }).fit({
    attributes: numericAttributes(COLUMNS),
    x: { kind: 'dense', rows: y.length, columns: COLUMNS.length, data: Float32Array.from(data) },
    y: Int32Array.from(y),
    classes: ['noise', 'content'],
    weights: Float64Array.from(weights),
  });
  return weightsOf(model);
}

function weightsOf(model: LogisticModel): EntryWeights {
  const odds = (own: number, beside: number, inside: number) => {
    const data = Float32Array.from([own, beside, inside]);
    return logOdds(model.probabilities({ kind: 'dense', rows: 1, columns: COLUMNS.length, data })[1]!);
  };
  const outside = odds(0, 0, 0);
  const rounded = (value: number) => Number(value.toFixed(3));
  return {
    slope: rounded(odds(1, 0, 0) - outside),
    outside: rounded(outside),
    beside: rounded(odds(0, 1, 0)),
    inside: rounded(odds(0, 0, 1)),
  };
}
