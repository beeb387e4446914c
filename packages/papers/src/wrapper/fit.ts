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
}

/** C and γ of both SVMs were chosen by cross-validation on sites other than those reported on; see README.md. */
const MACHINE = { cost: 10, gamma: 2, kernel: 'rbf', standardise: false, seed: 1 } as const;
/** Maximum number of negative candidates sampled per page. */
const NEGATIVES_PER_PAGE = 60;

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

export function fitWrapper(
  pages: readonly TrainingPage[],
  { bodyFeatures = 'ALL', titleFeatures = 'ALL' }: Partial<FitOptions> = {},
): WrapperModel {
  const [bodies, titles] = [pages.map(page => page.body), pages.map(page => page.title)];
  return {
    body: fitSubtreeModel(bodies, BODY_FEATURES, BODY_COLUMNS[bodyFeatures]),
    title: fitSubtreeModel(titles, TITLE_FEATURES, TITLE_COLUMNS[titleFeatures]),
  };
}

function fitSubtreeModel(
  pages: readonly (readonly LabelledRow[])[],
  names: readonly string[],
  columns: readonly number[],
): SubtreeModel {
  const random = seededRandom(1);
  const rows = pages.flatMap(page => {
    const negatives = page.filter(row => !row.isCorrect);
    // A page without a positive candidate would contribute only negatives.
    return negatives.length === page.length
      ? []
      : [...page.filter(row => row.isCorrect), ...random.shuffle(negatives).slice(0, NEGATIVES_PER_PAGE)];
  });
  if (rows.length === 0) {
    const message = `The labelled subtree is a candidate on none of the ${pages.length} pages. Add more pages, or use a larger screen.`;
    throw new LabError('bad-input', message);
  }
  const data = datasetFromRows({
    attributes: numericAttributes(columns.map(column => names[column]!)),
    rows: rows.map(row => columns.map(column => row.features[column]!)),
    labels: rows.map(row => (row.isCorrect ? POSITIVE : '0')),
    classes: ['0', POSITIVE],
  });
  return { columns, machine: new SupportVectorMachine(MACHINE).fit(data) };
}
