import { entryOf, PLAIN_CLASSIFIERS, WRAPPED_RULES } from '../classifiers/table.js';
import type { Dataset } from '../data/dataset.js';
import { LearnError } from '../errors.js';
import type { FitControl } from '../estimator.js';
import { choiceOption, numberOption, type OptionRule, type OptionsOf, readOptions } from '../options.js';
import { informationGain } from './discretise.js';
import { principalComponents } from './principal-components.js';
import { reliefF } from './relieff.js';
import type { ChosenColumns, Selection } from './selection.js';
import { cfsSubset, consistencySubset, type ScoredSubset, wrapperSubset } from './subsets.js';

export interface Selector {
  readonly kind: 'ranking' | 'subset' | 'projection';
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
  ...WRAPPED_RULES,
  folds: numberOption(5, { from: 2, whole: true }),
  seed: numberOption(1, { whole: true }),
};

/** The six methods of paper 003, §6.4.2. */
export const selectors = {
  'information-gain': {
    kind: 'ranking',
    select: (data, given = {}) =>
      ranked(informationGain(data), readOptions('information-gain', rankingRules, given)),
  },
  relieff: {
    kind: 'ranking',
    select: (data, given = {}, control) => {
      const options = readOptions('relieff', reliefRules, given);
      return ranked(reliefF(data, options, control), options);
    },
  },
  'principal-components': {
    kind: 'projection',
    select: (data, given = {}) => {
      const rules = { cover: numberOption(0.95, { above: 0, to: 1 }) };
      return principalComponents(data, readOptions('principal-components', rules, given).cover);
    },
  },
  cfs: {
    kind: 'subset',
    select: (data, given = {}, control) => {
      readOptions('cfs', {}, given);
      return chosen(cfsSubset(data, control));
    },
  },
  consistency: {
    kind: 'subset',
    select: (data, given = {}, control) => {
      readOptions('consistency', {}, given);
      return chosen(consistencySubset(data, control));
    },
  },
  wrapper: {
    kind: 'subset',
    select: (data, given = {}, control) => {
      const options = readOptions('wrapper', wrapperRules, given);
      const classifier = entryOf(PLAIN_CLASSIFIERS, options.classifier).create(options.classifierOptions);
      return chosen(wrapperSubset(data, classifier, options, control));
    },
  },
} as const satisfies Readonly<Record<string, Selector>>;

export type SelectorName = keyof typeof selectors;

export const selectorRule: OptionRule<SelectorName> = choiceOption(
  'information-gain',
  Object.keys(selectors) as SelectorName[],
);

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
  return { kind: 'columns', columns: kept, scores: kept.map(column => scores[column]!) };
}

/** Returns at least one column, because classifiers need one. */
function chosen({ columns, merit }: ScoredSubset): ChosenColumns {
  return { kind: 'columns', columns: columns.length > 0 ? columns : [0], merit };
}
