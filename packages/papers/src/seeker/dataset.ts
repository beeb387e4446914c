import {
  type Attribute,
  type Classifier,
  type ClassifierModel,
  createClassifier,
  type Dataset,
  seededRandom,
  select,
  selectedDataset,
  writeArff,
} from '@webpith/learn';
import { featureAttributes, featureRows, type SegmentedPage } from './features.js';
import type { SegmentLabel } from './labels.js';

export const TASKS = {
  segment: { classes: ['bad', 'good'], isPositive: (label: SegmentLabel) => label.good },
  content: { classes: ['noisy', 'main'], isPositive: (label: SegmentLabel) => label.main },
  // Table 6.4: positive only if both a good segment and main content.
  single: { classes: ['noisy', 'main'], isPositive: (label: SegmentLabel) => label.good && label.main },
} as const;

export type Task = keyof typeof TASKS;
export const TASK_NAMES = Object.keys(TASKS) as Task[];
export const POSITIVE = 1;

export interface PageInstances {
  /** The site: its pages stay on one side of a split. */
  readonly group: string;
  readonly labels: readonly SegmentLabel[];
  readonly attributes: readonly Attribute[];
  readonly rows: Float64Array;
}

export interface SampleCaps {
  readonly goodMain: number;
  readonly goodNoisy: number;
  readonly badMain: number;
  readonly badNoisy: number;
}

export const DEFAULT_CAPS: SampleCaps = { goodMain: 12, goodNoisy: 12, badMain: 12, badNoisy: 24 };

export function sampleLabels(
  labels: readonly SegmentLabel[],
  caps: SampleCaps,
  seed: number,
): SegmentLabel[] {
  const random = seededRandom(seed);
  const draw = (good: boolean, main: boolean, cap: number) =>
    random.shuffle(labels.filter(label => label.good === good && label.main === main)).slice(0, cap);
  return [
    ...draw(true, true, caps.goodMain),
    ...draw(true, false, caps.goodNoisy),
    ...draw(false, true, caps.badMain),
    ...draw(false, false, caps.badNoisy),
  ].sort((a, b) => a.node - b.node);
}

export function pageInstances(
  page: SegmentedPage,
  labels: readonly SegmentLabel[],
  group: string,
): PageInstances {
  const nodes = labels.map(label => label.node);
  const attributes = featureAttributes(page.tree.layout !== undefined);
  return { group, labels, attributes, rows: featureRows(page, nodes, attributes).data as Float64Array };
}

export function taskDataset(pages: readonly PageInstances[], task: Task): Dataset {
  const { classes, isPositive } = TASKS[task];
  // Layout columns only if every page was rendered.
  const isRendered = pages.length > 0 && pages.every(page => page.attributes === featureAttributes(true));
  const attributes = featureAttributes(isRendered);
  const columns = attributes.length;
  const rows = pages.reduce((sum, page) => sum + page.labels.length, 0);
  const data = new Float64Array(rows * columns);
  const y = new Int32Array(rows);
  const groups = new Int32Array(rows);
  const groupOf = new Map<string, number>();
  let row = 0;
  for (const page of pages) {
    if (!groupOf.has(page.group)) groupOf.set(page.group, groupOf.size);
    page.labels.forEach((label, own) => {
      const from = own * page.attributes.length;
      data.set(page.rows.subarray(from, from + columns), row * columns);
      groups[row] = groupOf.get(page.group)!;
      y[row++] = isPositive(label) ? POSITIVE : 0;
    });
  }
  return { attributes, x: { kind: 'dense', rows, columns, data }, y, classes, groups };
}

/** The instances of a task in Weka's format, like the export of the paper's labelling tool. */
export function instancesToArff(pages: readonly PageInstances[], task: Task): string {
  return writeArff(taskDataset(pages, task), { relation: `seeker-${task}`, classAttribute: 'class' });
}

/** Algorithms of §6.4 by the paper's names, with options equivalent to Weka's defaults. */
export const ALGORITHMS = {
  'J48 Decision Tree': { algorithm: 'c45', options: { confidence: 0.25, minimumInstances: 2 } },
  'Random Forest': { algorithm: 'forest', options: { trees: 100 } },
  SMO: { algorithm: 'svm', options: { kernel: 'linear', cost: 1 } },
  'Multilayer Perceptron': { algorithm: 'perceptron', options: {} },
} as const satisfies Record<string, { algorithm: string; options: Record<string, unknown> }>;

export interface FitOptions {
  readonly algorithm: string;
  readonly algorithmOptions: Readonly<Record<string, unknown>>;
  /** Number of features kept by information gain (ten in §6.4.2); 0 keeps all. */
  readonly features: number;
  /** Cost of missing main content relative to a false positive (§6.5); 1 disables MetaCost. */
  readonly cost: number;
}

/** The classifier and options that the paper chose. */
export const PAPER_FIT: FitOptions = {
  algorithm: 'c45',
  algorithmOptions: { confidence: 0.25, minimumInstances: 2 },
  features: 10,
  cost: 1,
};

export function fitTask(data: Dataset, options: FitOptions): ClassifierModel {
  const chosen =
    options.features > 0
      ? selectedDataset(select('information-gain', data, { keep: options.features }), data)
      : data;
  return withCost(options).fit(chosen);
}

export function withCost({ algorithm, algorithmOptions, cost }: Omit<FitOptions, 'features'>): Classifier {
  if (cost === 1) return createClassifier(algorithm, algorithmOptions);
  // Rows are true classes, columns predicted ones.
  const costs = [
    [0, 1],
    [cost, 0],
  ];
  return createClassifier('metacost', { classifier: algorithm, classifierOptions: algorithmOptions, costs });
}
