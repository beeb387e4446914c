import { LEAF_LABELS } from '../labels.js';

/** Precision, recall and F1. What would be 0 / 0 is 0. */
export interface PRF {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** How well one label is found. */
export interface LabelScore extends PRF {
  readonly label: string;
  readonly leaves: number;
}

/** The measures of §4.1. */
export interface LeafScores {
  readonly accuracy: number;
  /** Means over the leaves: each label weighs as often as it occurs. */
  readonly micro: PRF;
  /** Means over the labels that occur. */
  readonly macro: PRF;
  readonly labels: readonly LabelScore[];
}

/** Scores of predictions, both as numbers of labels. Labels that no leaf has are left out of the means. */
export function leafScores(gold: ArrayLike<number>, said: ArrayLike<number>): LeafScores {
  const size = LEAF_LABELS.length;
  const [right, claimed, there] = [0, 0, 0].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < gold.length; i++) {
    there[gold[i]!]!++;
    claimed[said[i]!]!++;
    if (gold[i] === said[i]) right[gold[i]!]!++;
  }
  const labels = LEAF_LABELS.map((label, l) => {
    const precision = ratio(right[l]!, claimed[l]!);
    const recall = ratio(right[l]!, there[l]!);
    return {
      label,
      leaves: there[l]!,
      precision,
      recall,
      f1: ratio(2 * precision * recall, precision + recall),
    };
  });
  const present = labels.filter(({ leaves }) => leaves > 0);
  const accuracy = ratio(
    right.reduce((a, b) => a + b, 0),
    gold.length,
  );
  return { accuracy, micro: mean(present, ({ leaves }) => leaves), macro: mean(present, () => 1), labels };
}

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

function mean(scores: readonly LabelScore[], weightOf: (score: LabelScore) => number): PRF {
  const total = scores.reduce((sum, score) => sum + weightOf(score), 0);
  const of = (key: keyof PRF) =>
    ratio(
      scores.reduce((sum, score) => sum + weightOf(score) * score[key], 0),
      total,
    );
  return { precision: of('precision'), recall: of('recall'), f1: of('f1') };
}

/** Share of equal labels and Cohen's κ of two labellings. */
export function agreement(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): { share: number; kappa: number } {
  const size = LEAF_LABELS.length;
  const [a, b] = [new Float64Array(size), new Float64Array(size)];
  let same = 0;
  for (let i = 0; i < first.length; i++) {
    a[first[i]!]!++;
    b[second[i]!]!++;
    if (first[i] === second[i]) same++;
  }
  const share = ratio(same, first.length);
  const chance = a.reduce(
    (sum, count, l) => sum + ratio(count, first.length) * ratio(b[l]!, first.length),
    0,
  );
  return { share, kappa: ratio(share - chance, 1 - chance) };
}
