import {
  type ClassifierModel,
  createClassifier,
  type Dataset,
  type FitControl,
  select,
  selectedDataset,
} from '@webpith/learn';

/** Algorithms of §6.4 by the paper's names, with options equivalent to Weka's defaults. */
export const ALGORITHMS = {
  'J48 Decision Tree': { algorithm: 'c45', options: { confidence: 0.25, minimumInstances: 2 } },
  'Random Forest': { algorithm: 'forest', options: { trees: 100 } },
  SMO: { algorithm: 'svm', options: { kernel: 'linear', cost: 1 } },
  'Multilayer Perceptron': { algorithm: 'perceptron', options: {} },
} as const satisfies Record<string, { algorithm: string; options: Record<string, unknown> }>;

export interface FitOptions {
  /** Name in the classifier registry. */
  readonly algorithm: string;
  readonly algorithmOptions: Readonly<Record<string, unknown>>;
  /** Number of features kept by information gain (ten in §6.4.2); 0 keeps all. */
  readonly features: number;
  /** Cost of a missed main content relative to a false one (§6.5); 1 disables MetaCost. */
  readonly cost: number;
}

/** The paper's choice: C4.5, confidence 0.25, at least 2 instances, the ten strongest features, no costs. */
export const PAPER_FIT: FitOptions = {
  algorithm: 'c45',
  algorithmOptions: { confidence: 0.25, minimumInstances: 2 },
  features: 10,
  cost: 1,
};

/**
 * Fits one task: selects features on these rows alone, then fits the classifier, inside MetaCost if costs are
 * unequal.
 */
export function fitTask(data: Dataset, options: FitOptions, control?: FitControl): ClassifierModel {
  const chosen =
    options.features > 0
      ? selectedDataset(select('information-gain', data, { keep: options.features }), data)
      : data;
  return costMinding(options, data.classes).fit(chosen, control);
}

function costMinding({ algorithm, algorithmOptions, cost }: FitOptions, classes: readonly string[]) {
  if (cost === 1) return createClassifier(algorithm, algorithmOptions);
  // Row: true class, column: predicted class.
  const costs = classes.map((_, truth) =>
    classes.map((__, said) => (truth === said ? 0 : truth === 1 ? cost : 1)),
  );
  return createClassifier('metacost', { classifier: algorithm, classifierOptions: algorithmOptions, costs });
}
