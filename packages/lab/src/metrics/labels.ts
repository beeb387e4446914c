import { type Confusion, confusion } from './confusion.js';
import { f1Of, type PrecisionRecall } from './score.js';

/** Precision, recall and F1 of one label. */
export interface LabelScore extends PrecisionRecall {
  /** How often the label is the actual one. */
  readonly support: number;
}

/** Measures of a labelling: paper 001, section 4.1 and table 1. */
export interface LabelScores {
  readonly labels: Readonly<Record<string, LabelScore>>;
  /** Means over labels weighted by how often each occurs; micro recall equals the overall accuracy. */
  readonly micro: PrecisionRecall;
  /** Plain means over labels: rare ones weigh as much as frequent ones. */
  readonly macro: PrecisionRecall;
  /** Share of nodes whose label is right. */
  readonly accuracy: number;
  readonly confusion: Confusion;
}

/**
 * Label by label π = tp / (tp + fp), ρ = tp / (tp + fn), F1 = 2πρ / (π + ρ); micro averages weight each label by its
 * prior, macro averages weigh all alike (paper 001, section 4.1). What would be 0 / 0 is 0. Averages are over the labels that
 * occur in the gold: one that was only ever said has no recall, and its errors count where they took nodes away.
 */
export function labelScores(pairs: Iterable<readonly [actual: string, said: string]>): LabelScores {
  const matrix = confusion(pairs);
  const scores = matrix.labels.map((_, label) => scoreOf(matrix, label));
  const occurring = scores.filter(({ support }) => support > 0);
  return {
    labels: Object.fromEntries(matrix.labels.map((name, label) => [name, scores[label]!])),
    micro: average(occurring, ({ support }) => support / matrix.total),
    macro: average(occurring, () => 1 / occurring.length),
    accuracy: matrix.accuracy,
    confusion: matrix,
  };
}

function scoreOf({ counts }: Confusion, label: number): LabelScore {
  const right = counts[label]![label]!;
  const support = counts[label]!.reduce((sum, count) => sum + count, 0);
  const said = counts.reduce((sum, row) => sum + row[label]!, 0);
  const precision = said === 0 ? 0 : right / said;
  const recall = support === 0 ? 0 : right / support;
  return { precision, recall, f1: f1Of(precision, recall), support };
}

function average(scores: readonly LabelScore[], weight: (score: LabelScore) => number): PrecisionRecall {
  const mean = (pick: (score: LabelScore) => number) =>
    scores.reduce((sum, score) => sum + weight(score) * pick(score), 0);
  return {
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
    f1: mean(({ f1 }) => f1),
  };
}
