import {
  type ClassifierModel,
  createClassifier,
  type Dataset,
  type FitControl,
  select,
  selectedDataset,
} from '@webpith/learn';

/** Algorithms of §6.4 by the paper's names, with the options that stand for Weka's defaults. */
export const ALGORITHMS = {
  'J48 Decision Tree': { algorithm: 'c45', options: { confidence: 0.25, minimumInstances: 2 } },
  'Random Forest': { algorithm: 'forest', options: { trees: 100 } },
  SMO: { algorithm: 'svm', options: { kernel: 'linear', cost: 1 } },
  'Multilayer Perceptron': { algorithm: 'perceptron', options: {} },
} as const satisfies Record<string, { algorithm: string; options: Record<string, unknown> }>;

/** How the classifiers of a model are fitted. */
export interface FitOptions {
  /** Name in the registry of learn. */
  readonly algorithm: string;
  readonly algorithmOptions: Readonly<Record<string, unknown>>;
  /** Features kept by information gain (§6.4.2 keeps ten); 0 keeps all. */
  readonly features: number;
  /** What a missed main content costs where noise taken for it costs 1 (§6.5); 1 for no MetaCost. */
  readonly cost: number;
}

/** The paper's choice: C4.5, confidence 0.25, at least 2 instances, the ten strongest features, no costs. */
export const PAPER_FIT: FitOptions = {
  algorithm: 'c45',
  algorithmOptions: { confidence: 0.25, minimumInstances: 2 },
  features: 10,
  cost: 1,
};

/** Fits one task: chooses features on these rows alone, then the classifier, inside MetaCost where errors cost unequally. */
export function fitTask(data: Dataset, options: FitOptions, control?: FitControl): ClassifierModel {
  const chosen =
    options.features > 0
      ? selectedDataset(select('information-gain', data, { keep: options.features }), data)
      : data;
  return costMinding(options, data.classes).fit(chosen, control);
}

function costMinding({ algorithm, algorithmOptions, cost }: FitOptions, classes: readonly string[]) {
  if (cost === 1) return createClassifier(algorithm, algorithmOptions);
  // Row: the true class, column: the predicted one; the second class is the positive one.
  const costs = classes.map((_, truth) =>
    classes.map((__, said) => (truth === said ? 0 : truth === 1 ? cost : 1)),
  );
  return createClassifier('metacost', { classifier: algorithm, classifierOptions: algorithmOptions, costs });
}
