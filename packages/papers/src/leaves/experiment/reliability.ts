interface Answers {
  readonly gold: readonly number[];
  readonly said: readonly number[];
  readonly probabilities: Float64Array;
}

/** Predictions in one range of probability. */
export interface ReliabilityRow {
  readonly from: number;
  readonly to: number;
  readonly leaves: number;
  readonly meanProbability: number;
  readonly right: number;
}

export interface Reliability {
  readonly rows: readonly ReliabilityRow[];
  /** Expected calibration error: mean of |accuracy − probability|, weighted by leaves. */
  readonly error: number;
}

const EDGES = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

/** Groups leaves by the probability of their label and computes the accuracy of each group. */
export function reliabilityOf(pages: readonly Answers[]): Reliability {
  const leaves = pages.flatMap(({ gold, said, probabilities }) =>
    gold.map((label, i) => ({ probability: probabilities[i]!, isRight: label === said[i] })),
  );
  const rows = EDGES.slice(1).flatMap((to, e) => {
    const from = EDGES[e]!;
    const own = leaves.filter(({ probability }) => probability >= from && (probability < to || to === 1));
    if (own.length === 0) return [];
    const meanProbability = own.reduce((sum, { probability }) => sum + probability, 0) / own.length;
    const right = own.filter(({ isRight }) => isRight).length / own.length;
    return [{ from, to, leaves: own.length, meanProbability, right }];
  });
  const distance = rows.reduce((sum, row) => sum + row.leaves * Math.abs(row.right - row.meanProbability), 0);
  return { rows, error: distance / Math.max(1, leaves.length) };
}
