import type { ModelCard } from '@webpith/lab';
import { Crf, type ExpectedLabels } from '@webpith/learn';
import { withHints } from './annotation/hints.js';
import { growingDictionary } from './features/dictionary.js';
import { leafFeatures } from './features/feature-sets.js';
import type { FeatureRows } from './features/writer.js';
import type { LabelledPage, UnlabelledPage } from './labelled-pages.js';
import {
  type EncodedData,
  encodeLeaves,
  type LeafData,
  type LeafFitOptions,
  type LeavesModel,
  prunedModel,
} from './model.js';
import { fitVectors, type VectorOptions, vectorise } from './vectors.js';

export interface TeacherOptions extends LeafFitOptions {
  /** Feature selection of the teacher; `vectors` is that of the model. */
  readonly teacherVectors: VectorOptions;
  readonly teacherIterations: number;
  /** Weight of a page labelled by the teacher; manually labelled pages have weight 1. */
  readonly unlabelledWeight: number;
}

interface TeacherData extends LeafData {
  readonly hinted: readonly FeatureRows[];
  readonly unlabelled: readonly FeatureRows[];
  readonly unlabelledHinted: readonly FeatureRows[];
}

function prepareData(labelled: readonly LabelledPage[], unlabelled: readonly UnlabelledPage[]): TeacherData {
  const dictionary = growingDictionary();
  const rowsOf = (pages: readonly UnlabelledPage[]) =>
    pages.map(({ tree }) => leafFeatures(tree, 'rich', dictionary));
  const hintedOf = (pages: readonly UnlabelledPage[], rows: readonly FeatureRows[]) =>
    pages.map((page, i) => withHints(rows[i]!, page, dictionary));
  const rows = rowsOf(labelled);
  const unlabelledRows = rowsOf(unlabelled);
  return {
    names: dictionary.names,
    rows,
    y: labelled.map(page => page.y),
    hinted: hintedOf(labelled, rows),
    unlabelled: unlabelledRows,
    unlabelledHinted: hintedOf(unlabelled, unlabelledRows),
  };
}

/**
 * Fits the random field on labelled pages, and on unlabelled pages with label probabilities from a teacher: a random
 * field fitted on the labelled pages with hints from the gold of the corpora.
 */
export function fitWithTeacher(
  labelled: readonly LabelledPage[],
  unlabelled: readonly UnlabelledPage[],
  options: TeacherOptions,
  card: ModelCard = {},
): LeavesModel {
  const data = prepareData(labelled, unlabelled);
  const weights = new Float64Array(unlabelled.length).fill(options.unlabelledWeight);
  const { encoded, taught } = expectLabels(data, weights, options);
  const all = [...data.rows, ...data.unlabelled];
  const { vectors, numbers } = fitVectors(all, data.names, options.vectors);
  const { variance, maxIterations, prune, minWeight, onProgress, stopped } = options;
  const expected = mergeExpectations(encoded, taught);
  const { x, starts } = vectorise(all, vectors, numbers);
  const crf = new Crf({ variance, maxIterations, prune }).fit(
    {
      x,
      starts,
      features: vectors.names,
      labels: encoded.labels,
      y: new Int32Array(x.rows),
      weights: Float64Array.from([...labelled.map(() => 1), ...weights]),
      expected,
    },
    { onProgress, stopped },
  );
  return prunedModel('rich', vectors, crf, minWeight, card);
}

function expectLabels(
  data: TeacherData,
  weights: Float64Array,
  options: TeacherOptions,
): { encoded: EncodedData; taught?: ExpectedLabels } {
  const hinted = { names: data.names, rows: data.hinted, y: data.y };
  const { data: encoded, vectors, numbers } = encodeLeaves(hinted, options.teacherVectors);
  if (weights.length === 0) return { encoded };
  const { variance, teacherIterations: maxIterations, stopped } = options;
  const field = new Crf({ variance, maxIterations });
  const teacher = field.fit({ ...encoded, features: vectors.names }, { stopped });
  const sequences = vectorise(data.unlabelledHinted, vectors, numbers);
  return { encoded, taught: teacher.expectations(sequences, weights) };
}

function mergeExpectations({ y, starts, labels }: EncodedData, taught?: ExpectedLabels): ExpectedLabels {
  const width = labels.length;
  const states = new Float64Array(y.length * width + (taught?.states.length ?? 0));
  if (taught) states.set(taught.states, y.length * width);
  const pairs = taught ? taught.pairs.slice() : new Float64Array(width * width);
  for (let s = 0; s + 1 < starts.length; s++) {
    for (let row = starts[s]!; row < starts[s + 1]!; row++) {
      states[row * width + y[row]!] = 1;
      if (row > starts[s]!) pairs[y[row - 1]! * width + y[row]!]!++;
    }
  }
  return { states, pairs };
}
