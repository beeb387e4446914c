import { LearnError } from '../errors.js';

/** How much weight of each true class (row) was said to be each class (column): `counts[truth · classes + said]`. */
export interface ConfusionMatrix {
  readonly classes: readonly string[];
  readonly counts: Float64Array;
}

/** How well one class was found. What would be 0 / 0 is 0. */
export interface ClassScores {
  /** Share of the rows said to be of the class that are. */
  readonly precision: number;
  /** Share of the rows of the class that were said to be. */
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly f1: number;
  /** Weight of the rows of the class. */
  readonly support: number;
}

/** All that a confusion matrix tells. */
export interface Scores {
  readonly accuracy: number;
  /** Cohen's κ: agreement beyond what the marginals would give by chance. */
  readonly kappa: number;
  /** By class, in the order of the classes. */
  readonly classes: readonly ClassScores[];
  /** From the summed counts of all classes; equals accuracy where each row has one class. */
  readonly micro: ClassScores;
  /** Plain means over the classes that have rows or were said. */
  readonly macro: ClassScores;
}

/** Counts truth against prediction, both indices into `classes`. */
export function confusionMatrix(
  classes: readonly string[],
  truth: Int32Array,
  said: Int32Array,
  weights?: Float64Array,
): ConfusionMatrix {
  if (truth.length !== said.length) {
    throw new LearnError('bad-shape', `There are ${truth.length} true and ${said.length} predicted labels.`);
  }
  const counts = new Float64Array(classes.length ** 2);
  for (let row = 0; row < truth.length; row++) {
    for (const label of [truth[row]!, said[row]!]) {
      if (label >= 0 && label < classes.length) continue;
      const message = `Row ${row}: label ${label} is not an index into ${classes.length} classes.`;
      throw new LearnError('bad-label', message, { row });
    }
    counts[truth[row]! * classes.length + said[row]!]! += weights?.[row] ?? 1;
  }
  return { classes, counts };
}

/** Precision, recall and F1 by class, over all, and on average. */
export function scoresOf({ classes, counts }: ConfusionMatrix): Scores {
  const size = classes.length;
  const truth = new Float64Array(size);
  const said = new Float64Array(size);
  let total = 0;
  let right = 0;
  for (let t = 0; t < size; t++) {
    for (let s = 0; s < size; s++) {
      const count = counts[t * size + s]!;
      truth[t]! += count;
      said[s]! += count;
      total += count;
      if (t === s) right += count;
    }
  }
  const byClass = Array.from(classes, (_, i) => classScores(counts[i * size + i]!, said[i]!, truth[i]!));
  const chance = truth.reduce((sum, weight, i) => sum + (weight / total) * (said[i]! / total), 0);
  const seen = byClass.filter((_, i) => truth[i]! + said[i]! > 0);
  const mean = (pick: (scores: ClassScores) => number) =>
    ratio(
      seen.reduce((sum, scores) => sum + pick(scores), 0),
      seen.length,
    );
  return {
    accuracy: ratio(right, total),
    kappa: chance === 1 ? 1 : ratio(right / total - chance, 1 - chance),
    classes: byClass,
    micro: classScores(right, total, total),
    macro: {
      precision: mean(scores => scores.precision),
      recall: mean(scores => scores.recall),
      f1: mean(scores => scores.f1),
      support: total,
    },
  };
}

function classScores(right: number, said: number, support: number): ClassScores {
  return {
    precision: ratio(right, said),
    recall: ratio(right, support),
    f1: ratio(2 * right, said + support),
    support,
  };
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
