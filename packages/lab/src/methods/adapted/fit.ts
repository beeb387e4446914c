import { BoostingClassifier, type BoostingModel, type FitControl, numericAttributes } from '@webpith/learn';
import { FEATURE_NAMES, modelFingerprint } from 'webpith/stages';
import { LabError } from '../../errors.js';
import { weightOfWords } from '../default/labels.js';
import { chooseShrink } from './choose-shrink.js';
import type { LearnedPage } from './learned-page.js';
import type { AdaptedModel } from './model.js';
import { type AdaptedOptions, adaptedOptions } from './options.js';

/** Learns a correction of the default model from labelled pages. */
export function fitAdapted(
  pages: readonly LearnedPage[],
  given: Partial<AdaptedOptions> = {},
  control: FitControl = {},
): AdaptedModel {
  const options = adaptedOptions({ ...given });
  const { elsewhere, most } = options;
  const model = (some: readonly LearnedPage[], shrink: number, own: FitControl): AdaptedModel => ({
    features: modelFingerprint(),
    sites: [...new Set(some.map(({ site }) => site))].sort(),
    trees: fitTrees(some, options, own),
    shrink,
    elsewhere: elsewhere * shrink,
    most,
    card: { pages: some.length, shrink },
  });
  const { stopped } = control;
  const shrink = options.shrink || chooseShrink(pages, some => model(some, 1, stopped ? { stopped } : {}));
  return model(pages, shrink, control);
}

function fitTrees(
  pages: readonly LearnedPage[],
  { rounds, learningRate, maxLeaves, minLeafRows, l2, columnShare, seed }: AdaptedOptions,
  control: FitControl,
): BoostingModel {
  const rows = pages.flatMap(labelledRows);
  if (rows.length === 0) {
    const message = `Expected pages with labels or gold text, got ${pages.length} that have none. Label the content of a few pages.`;
    throw new LabError('bad-input', message);
  }
  const width = FEATURE_NAMES.length;
  const data = new Float32Array(rows.length * width);
  for (const [i, { values }] of rows.entries()) data.set(values, i * width);
  const options = { rounds, learningRate, maxLeaves, minLeafRows, l2, columnShare, seed, maxBins: 63 };
  return new BoostingClassifier(options).fit(
    {
      attributes: numericAttributes(FEATURE_NAMES),
      x: { kind: 'dense', rows: rows.length, columns: width, data },
      y: Int32Array.from(rows, ({ isContent }) => (isContent ? 1 : 0)),
      classes: ['noise', 'content'],
      weights: Float64Array.from(rows, ({ weight }) => weight),
    },
    { ...control, startScores: Float64Array.from(rows, ({ start }) => start) },
  );
}

interface LabelledRow {
  readonly values: Float32Array;
  readonly start: number;
  readonly isContent: boolean;
  readonly weight: number;
}

/** Long blocks count for more than short ones, and every page for 100 in all, as in the default model. */
function labelledRows({ features, share, start }: LearnedPage): LabelledRow[] {
  const { rows, width, measurements: facts } = features;
  const told = Array.from(share.keys()).filter(b => share[b]! >= 0);
  const weight = (b: number) => weightOfWords(facts.blocks.words[b]!);
  const sum = told.reduce((all, b) => all + weight(b), 0);
  return told.map(b => ({
    values: rows.subarray(b * width, (b + 1) * width),
    start: start[b]!,
    isContent: share[b]! > 0.5,
    weight: (100 * weight(b)) / sum,
  }));
}
