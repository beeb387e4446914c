import { LEAF_LABELS } from '@webpith/lab';
import { type PlattCalibration, plattProbability } from '@webpith/learn';

const numbers = new Map<string, number>(LEAF_LABELS.map((label, i) => [label, i]));

export function labelNumber(label: string): number {
  return numbers.get(label) ?? -1;
}

export type Marginals = Float64Array;

export function mostProbableLabels(marginals: Marginals, weights?: readonly number[]): number[] {
  return [...mostProbableOf(marginals, LEAF_LABELS.length, weights).path];
}

/** The most probable of `width` labels for each leaf; weights multiply the probabilities, which are then normalised. */
export function mostProbableOf(
  marginals: Float64Array,
  width: number,
  weights?: readonly number[],
): { path: Int32Array; probabilities: Float64Array } {
  const probabilities = new Float64Array(marginals.length / width);
  const path = Int32Array.from(probabilities, (_, row) => {
    let best = 0;
    let most = -1;
    let sum = 0;
    for (let label = 0; label < width; label++) {
      const weighted = marginals[row * width + label]! * (weights?.[label] ?? 1);
      sum += weighted;
      if (weighted <= most) continue;
      best = label;
      most = weighted;
    }
    probabilities[row] = weights === undefined ? most : most / sum;
    return best;
  });
  return { path, probabilities };
}

/** Probabilities are clipped to this distance from 0 and 1 to keep their log-odds finite. */
const NEAREST = 1e-9;

export function logOdds(probability: number): number {
  const p = Math.min(1 - NEAREST, Math.max(NEAREST, probability));
  return Math.log(p / (1 - p));
}

export function calibrated(
  calibration: PlattCalibration | undefined,
  probabilities: Float64Array,
): Float64Array {
  return calibration ? probabilities.map(p => plattProbability(calibration, logOdds(p))) : probabilities;
}

export function isCalibration(json: unknown): json is PlattCalibration {
  const { slope, offset } = (json ?? {}) as Partial<PlattCalibration>;
  return Number.isFinite(slope) && Number.isFinite(offset);
}

export interface PRF {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface LabelScore extends PRF {
  readonly label: string;
  readonly leaves: number;
}

/** The measures of §4.1. */
export interface LeafScores {
  readonly accuracy: number;
  readonly micro: PRF;
  readonly macro: PRF;
  readonly labels: readonly LabelScore[];
}

export interface LabelCounts {
  readonly correct: Float64Array;
  readonly predicted: Float64Array;
  readonly gold: Float64Array;
}

export function countLabels({
  gold,
  predicted,
}: {
  readonly gold: ArrayLike<number>;
  readonly predicted: ArrayLike<number>;
}): LabelCounts {
  const counts = noCounts();
  for (let i = 0; i < gold.length; i++) {
    counts.gold[gold[i]!]!++;
    counts.predicted[predicted[i]!]!++;
    if (gold[i] === predicted[i]) counts.correct[gold[i]!]!++;
  }
  return counts;
}

function noCounts(): LabelCounts {
  const size = LEAF_LABELS.length;
  return {
    correct: new Float64Array(size),
    predicted: new Float64Array(size),
    gold: new Float64Array(size),
  };
}

export function summedScores(pages: readonly LabelCounts[]): LeafScores {
  const sum = noCounts();
  for (const page of pages) {
    for (let l = 0; l < LEAF_LABELS.length; l++) {
      sum.correct[l]! += page.correct[l]!;
      sum.predicted[l]! += page.predicted[l]!;
      sum.gold[l]! += page.gold[l]!;
    }
  }
  return scoresOf(sum);
}

/** Labels without gold leaves are excluded from the means. */
export function leafScores(gold: ArrayLike<number>, predicted: ArrayLike<number>): LeafScores {
  return scoresOf(countLabels({ gold, predicted }));
}

function scoresOf({ correct, predicted, gold }: LabelCounts): LeafScores {
  const labels = LEAF_LABELS.map((label, l) => ({
    label,
    leaves: gold[l]!,
    ...prf(correct[l]!, predicted[l]!, gold[l]!),
  }));
  const present = labels.filter(({ leaves }) => leaves > 0);
  const accuracy = ratio(
    correct.reduce((a, b) => a + b, 0),
    gold.reduce((a, b) => a + b, 0),
  );
  return { accuracy, micro: mean(present, ({ leaves }) => leaves), macro: mean(present, () => 1), labels };
}

export function prf(correct: number, predicted: number, gold: number): PRF {
  const precision = ratio(correct, predicted);
  const recall = ratio(correct, gold);
  return { precision, recall, f1: ratio(2 * precision * recall, precision + recall) };
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
