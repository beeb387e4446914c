import { LearnError } from '../errors.js';

/** Scores of a yes-or-no question: higher should mean yes. */
export interface ScoredRows {
  readonly scores: ArrayLike<number>;
  /** 1 where the answer is yes, 0 where it is no. */
  readonly positive: ArrayLike<number>;
  readonly weights?: ArrayLike<number>;
}

/** One threshold: rows with at least this score are said to be positive. */
export interface CurvePoint {
  readonly threshold: number;
  /** Weight of the positive and of the negative rows said to be positive. */
  readonly truePositives: number;
  readonly falsePositives: number;
}

/** One point for each different score, from the strictest threshold down. Equal scores share a point. */
export function thresholdCurve({ scores, positive, weights }: ScoredRows): CurvePoint[] {
  if (scores.length !== positive.length || (weights && weights.length !== scores.length)) {
    const message = `There are ${scores.length} scores, ${positive.length} answers and ${weights?.length ?? 'no'} weights.`;
    throw new LearnError('bad-shape', message);
  }
  const order = Array.from({ length: scores.length }, (_, row) => row);
  for (const row of order) {
    if (Number.isNaN(scores[row])) throw new LearnError('bad-value', `Row ${row} has no score.`, { row });
  }
  order.sort((a, b) => scores[b]! - scores[a]!);
  const points: CurvePoint[] = [];
  let truePositives = 0;
  let falsePositives = 0;
  order.forEach((row, i) => {
    const weight = weights?.[row] ?? 1;
    if (positive[row]) truePositives += weight;
    else falsePositives += weight;
    const threshold = scores[row]!;
    const next = order[i + 1];
    if (next === undefined || scores[next] !== threshold) {
      points.push({ threshold, truePositives, falsePositives });
    }
  });
  return points;
}

/**
 * Area under the ROC curve: how often a positive row scores above a negative one, a tie counting half (Hanley &
 * McNeil 1982). NaN where there are no rows of one kind.
 */
export function rocArea(rows: ScoredRows): number {
  const points = thresholdCurve(rows);
  const last = points[points.length - 1];
  let area = 0;
  let before = { truePositives: 0, falsePositives: 0 };
  for (const point of points) {
    const width = point.falsePositives - before.falsePositives;
    area += (width * (point.truePositives + before.truePositives)) / 2;
    before = point;
  }
  return last ? area / (last.truePositives * last.falsePositives) : Number.NaN;
}

/**
 * Area under the precision-recall curve as average precision, Σ (recallₙ − recallₙ₋₁) · precisionₙ over different
 * scores: no interpolation between points, which would be too kind (Davis & Goadrich 2006). NaN without positives.
 */
export function prArea(rows: ScoredRows): number {
  const points = thresholdCurve(rows);
  const positives = points[points.length - 1]?.truePositives ?? 0;
  let area = 0;
  let found = 0;
  for (const { truePositives, falsePositives } of points) {
    const said = truePositives + falsePositives;
    if (said > 0) area += ((truePositives - found) * truePositives) / said;
    found = truePositives;
  }
  return positives > 0 ? area / positives : Number.NaN;
}

/** Applies an area to each class against all others; `probabilities` is rows × classes. */
export function areaByClass(
  area: (rows: ScoredRows) => number,
  probabilities: Float64Array,
  y: Int32Array,
  classes: number,
  weights?: Float64Array,
): number[] {
  return Array.from({ length: classes }, (_, label) =>
    area({
      scores: Float64Array.from(y, (_, row) => probabilities[row * classes + label]!),
      positive: Uint8Array.from(y, truth => (truth === label ? 1 : 0)),
      ...(weights && { weights }),
    }),
  );
}
