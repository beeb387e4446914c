import { createClassifier } from '../classifiers/table.js';
import type { Attribute, Dataset } from '../data/dataset.js';
import { type AnyMatrix, denseRows } from '../data/matrix.js';
import { matrixColumns } from '../data/subset.js';
import { LearnError } from '../errors.js';
import type { FitControl, Learner } from '../estimator.js';
import { numberOption, type OptionsOf, option, readOptions } from '../options.js';
import { informationGain } from './discretise.js';
import { type PrincipalComponents, principalComponents, projectRows } from './principal-components.js';
import { reliefF } from './relieff.js';
import { cfsSubset, consistencySubset, type ScoredSubset, wrapperSubset } from './subsets.js';

/** Selected columns: best first for a ranking, ascending for a subset. */
interface ChosenColumns {
  readonly kind: 'columns';
  readonly columns: readonly number[];
}

type Selection = ChosenColumns | PrincipalComponents;

function applySelection(selection: Selection, x: AnyMatrix): AnyMatrix {
  return selection.kind === 'columns'
    ? matrixColumns(x, selection.columns)
    : projectRows(selection, denseRows(x));
}

function selectedAttributes(selection: Selection, attributes: readonly Attribute[]): Attribute[] {
  return selection.kind === 'columns'
    ? selection.columns.map(column => attributes[column]!)
    : selection.components.map((_, i) => ({ name: `component ${i + 1}`, kind: 'numeric' }));
}

export function selectedDataset(selection: Selection, data: Dataset): Dataset {
  const attributes = selectedAttributes(selection, data.attributes);
  return { ...data, attributes, x: applySelection(selection, data.x) };
}

interface Selector {
  select(data: Dataset, options?: Readonly<Record<string, unknown>>, control?: FitControl): Selection;
}

const rankingRules = {
  /** Maximum number of columns; 0: no limit. */
  keep: numberOption(0, { from: 0, whole: true }),
  /** Minimum score, exclusive; the best column is always kept. */
  threshold: numberOption(0),
};

type RankingOptions = OptionsOf<typeof rankingRules>;

const reliefRules = {
  ...rankingRules,
  neighbours: numberOption(10, { from: 1, whole: true }),
  samples: numberOption(0, { from: 0, whole: true }),
  seed: numberOption(1, { whole: true }),
};

const wrapperRules = {
  /** Default C4.5, as in paper 003. */
  classifier: option('c45', value => typeof value === 'string', 'a name'),
  folds: numberOption(5, { from: 2, whole: true }),
  seed: numberOption(1, { whole: true }),
};

/** The six methods of paper 003, §6.4.2. */
export const selectors = {
  'information-gain': {
    select: (data, given = {}) =>
      ranked(informationGain(data), readOptions('information-gain', rankingRules, given)),
  },
  relieff: {
    select: (data, given = {}, control) => {
      const options = readOptions('relieff', reliefRules, given);
      return ranked(reliefF(data, options, control), options);
    },
  },
  'principal-components': {
    select: (data, given = {}) => {
      const rules = { cover: numberOption(0.95, { above: 0, to: 1 }) };
      return principalComponents(data, readOptions('principal-components', rules, given).cover);
    },
  },
  cfs: {
    select: (data, given = {}, control) => {
      readOptions('cfs', {}, given);
      return chosen(cfsSubset(data, control));
    },
  },
  consistency: {
    select: (data, given = {}, control) => {
      readOptions('consistency', {}, given);
      return chosen(consistencySubset(data, control));
    },
  },
  wrapper: {
    select: (data, given = {}, control) => {
      const options = readOptions('wrapper', wrapperRules, given);
      return chosen(wrapperSubset(data, createClassifier(options.classifier), options, control));
    },
  },
} as const satisfies Readonly<Record<string, Selector>>;

export type SelectorName = keyof typeof selectors;

export function select(
  name: SelectorName,
  data: Dataset,
  options: Readonly<Record<string, unknown>> = {},
  control?: FitControl,
): Selection {
  const table: Readonly<Record<string, Selector>> = selectors;
  if (Object.hasOwn(table, name)) return table[name]!.select(data, options, control);
  const message = `There is no selector “${name}”; there are ${Object.keys(table).join(', ')}.`;
  throw new LearnError('bad-option', message);
}

function ranked(scores: Float64Array, { keep, threshold }: RankingOptions): ChosenColumns {
  const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const above = order.filter(column => scores[column]! > threshold);
  const kept = (above.length > 0 ? above : order.slice(0, 1)).slice(0, keep > 0 ? keep : order.length);
  return { kind: 'columns', columns: kept };
}

/** Returns at least one column, because classifiers need one. */
function chosen({ columns }: ScoredSubset): ChosenColumns {
  return { kind: 'columns', columns: columns.length > 0 ? columns : [0] };
}

/** Selects attributes inside `fit`, which keeps test rows out of the selection in cross-validation. */
export function withSelection(
  learner: Learner,
  selector: SelectorName,
  options: Readonly<Record<string, unknown>> = {},
): Learner {
  return {
    fit(data, control) {
      const selection = select(selector, data, options, control);
      const model = learner.fit(selectedDataset(selection, data), control);
      return { probabilities: x => model.probabilities(applySelection(selection, x)) };
    },
  };
}
