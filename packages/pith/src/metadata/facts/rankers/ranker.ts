import { once } from '../../../lazy.js';
import { LEAF, type PackedTrees, unpackTrees } from '../../../packed-trees.js';
import { fromBase64 } from '../../../tree/buffers.js';

/** Packed trees in base64: `trees` score the candidates, `sure` gives the log-odds that the choice is correct. */
export interface RankerWeights {
  readonly trees: string;
  readonly sure: string;
}

export interface Chosen {
  /** Scores of all candidates; `index` is the chosen one. */
  readonly scores: readonly number[];
  readonly index: number;
  readonly row: readonly number[];
  /** Further features of the chosen one. */
  readonly beside?: readonly number[] | undefined;
}

export interface Ranker {
  /** One score per row; the highest is the likeliest. */
  scores(rows: readonly (readonly number[])[]): number[];
  confidence(chosen: Chosen): number;
  /** Probability that a choice is correct, for a row of `sureRow`. */
  sureness(row: readonly number[]): number;
}

export function rankerOf({ trees, sure }: RankerWeights): Ranker {
  const ranks = once(() => unpackTrees(fromBase64(trees)));
  const surely = once(() => unpackTrees(fromBase64(sure)));
  const sureness = (row: readonly number[]) =>
    Number((1 / (1 + Math.exp(-scoreRow(surely(), row)))).toFixed(3));
  return {
    scores: rows => rows.map(row => scoreRow(ranks(), row)),
    confidence: chosen => sureness(sureRow(chosen)),
    sureness,
  };
}

export function scoreRow(
  { start, first, column, threshold, right }: PackedTrees,
  row: readonly number[],
): number {
  let score = start[0]!;
  for (let tree = 0; tree + 1 < first.length; tree++) {
    let node = first[tree]!;
    while (column[node] !== LEAF)
      node = Math.fround(row[column[node]!]!) <= threshold[node]! ? node + 1 : right[node]!;
    score += threshold[node]!;
  }
  return score;
}

/** Cap on the lead of a choice, in log-odds. Set by hand. */
const FAR_AHEAD = 5;

/** Features for the confidence: the score, its lead over all others together, the candidate's columns and `beside`. */
export function sureRow({ scores, index, row, beside = [] }: Chosen): number[] {
  const own = scores[index]!;
  const others = scores.reduce((sum, score, i) => (i === index ? sum : sum + Math.exp(score - own)), 0);
  return [own, Math.min(FAR_AHEAD, -Math.log(others)), ...row, ...beside];
}

export interface Rankers {
  readonly date: Ranker;
  readonly title: Ranker;
  readonly author: Ranker;
}
