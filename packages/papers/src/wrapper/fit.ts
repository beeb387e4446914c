import { LabError } from '@webpith/lab';
import { datasetFromRows, numericAttributes, SupportVectorMachine, seededRandom } from '@webpith/learn';
import { bodyRows, type CandidateRows, titleRowsFor } from './candidates.js';
import { BODY_FEATURES, TITLE_FEATURES } from './features.js';
import type { WrapperLabels } from './labels.js';
import { type FeatureSet, POSITIVE, type SubtreeModel, type WrapperModel } from './model.js';
import type { PageView } from './view.js';

export interface TrainingPage {
  readonly body: readonly LabelledRow[];
  readonly title: readonly LabelledRow[];
}

interface LabelledRow {
  readonly features: readonly number[];
  readonly isCorrect: boolean;
}

export interface FitOptions {
  readonly bodyFeatures: FeatureSet;
  readonly titleFeatures: FeatureSet;
  /** C and γ of the two SVMs. */
  readonly bodyMachine: { readonly cost: number; readonly gamma: number };
  readonly titleMachine: { readonly cost: number; readonly gamma: number };
  /** Maximum number of negative candidates sampled per page. */
  readonly negativesPerPage: number;
  readonly seed: number;
}

/** C and γ were chosen by cross-validation on sites other than those reported on; see README.md. */
const FIT_OPTIONS: FitOptions = {
  bodyFeatures: 'ALL',
  titleFeatures: 'ALL',
  bodyMachine: { cost: 10, gamma: 2 },
  titleMachine: { cost: 10, gamma: 2 },
  negativesPerPage: 60,
  seed: 1,
};

/** Columns of each feature set (tables 3 and 4). */
const BODY_COLUMNS: Readonly<Record<FeatureSet, readonly number[]>> = {
  ALL: BODY_FEATURES.map((_, i) => i),
  CONTENT: [0, 1],
  SPATIAL: [2, 3, 4, 5],
};

const TITLE_COLUMNS: Readonly<Record<FeatureSet, readonly number[]>> = {
  ALL: TITLE_FEATURES.map((_, i) => i),
  SPATIAL: [0, 1, 2, 3, 4, 5, 6],
  CONTENT: [7, 8, 9],
};

/** Candidates of a labelled page. Those that show the same text as the correct one are omitted. */
export function trainingPage(view: PageView, labels: WrapperLabels): TrainingPage {
  const labelled = ({ candidates, rows }: CandidateRows, correct: number) =>
    candidates.flatMap((node, i) =>
      node === correct || !hasSameText(view, node, correct)
        ? [{ features: rows[i]!, isCorrect: node === correct }]
        : [],
    );
  return {
    body: labelled(bodyRows(view), labels.body),
    title: labels.title === undefined ? [] : labelled(titleRowsFor(view, labels.body), labels.title),
  };
}

function hasSameText({ tree, lengths }: PageView, node: number, correct: number): boolean {
  const isNested = tree.contains(node, correct) || tree.contains(correct, node);
  return isNested && lengths[node] === lengths[correct];
}

/** Learns the two models from labelled pages (§3.2, §4.2). */
export function fitWrapper(pages: readonly TrainingPage[], options: Partial<FitOptions> = {}): WrapperModel {
  const all = { ...FIT_OPTIONS, ...options };
  return {
    body: fitSubtreeModel(
      pages.map(page => page.body),
      BODY_FEATURES,
      BODY_COLUMNS[all.bodyFeatures],
      all.bodyMachine,
      all,
    ),
    title: fitSubtreeModel(
      pages.map(page => page.title),
      TITLE_FEATURES,
      TITLE_COLUMNS[all.titleFeatures],
      all.titleMachine,
      all,
    ),
  };
}

function fitSubtreeModel(
  pages: readonly (readonly LabelledRow[])[],
  names: readonly string[],
  columns: readonly number[],
  machine: { readonly cost: number; readonly gamma: number },
  { negativesPerPage, seed }: FitOptions,
): SubtreeModel {
  const random = seededRandom(seed);
  const rows = pages.flatMap(page => {
    const negatives = page.filter(row => !row.isCorrect);
    // Without a positive candidate, a page would only contribute negatives.
    return negatives.length === page.length
      ? []
      : [...page.filter(row => row.isCorrect), ...random.shuffle(negatives).slice(0, negativesPerPage)];
  });
  if (rows.length === 0) {
    const message = `The labelled subtree is a candidate on none of the ${pages.length} pages. Add more pages, or use a larger screen.`;
    throw new LabError('bad-corpus', message);
  }
  const data = datasetFromRows({
    attributes: numericAttributes(columns.map(column => names[column]!)),
    rows: rows.map(row => columns.map(column => row.features[column]!)),
    labels: rows.map(row => (row.isCorrect ? POSITIVE : '0')),
    classes: ['0', POSITIVE],
  });
  return {
    columns,
    machine: new SupportVectorMachine({ ...machine, kernel: 'rbf', standardise: false, seed }).fit(data),
  };
}
