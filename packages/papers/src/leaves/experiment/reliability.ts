/** What is said of a page's leaves, with how probable it is held to be. */
interface Answers {
  readonly gold: readonly number[];
  readonly said: readonly number[];
  readonly probabilities: Float64Array;
}

/** Answers of about one probability. */
export interface ReliabilityRow {
  readonly from: number;
  readonly to: number;
  readonly leaves: number;
  readonly meanProbability: number;
  readonly right: number;
}

/** How far probabilities can be believed. */
export interface Reliability {
  readonly rows: readonly ReliabilityRow[];
  /** Mean distance between what is said and what is right, leaves weighed alike. */
  readonly error: number;
}

const EDGES = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

/** Groups leaves by the probability of their label and counts how many are right. */
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
