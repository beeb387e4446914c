import { once } from '../../../once.js';
import { fromBase64 } from '../../../tree/base64.js';
import { type RankerTrees, rankerTrees, scoreRow } from './trees.js';

/** The weights of a ranker as they are shipped. */
export interface RankerWeights {
  /** Trees as packed bytes in base64. */
  readonly trees: string;
  /** Probability that a choice is right: sigmoid of these times 1, its score, and what stands beside it. */
  readonly sureness: readonly number[];
}

/** A number a candidate, and how sure the best one is. */
export interface Ranker {
  /** Log-odds of each row. */
  scores(rows: readonly (readonly number[])[]): number[];
  /** Probability that a candidate of this score, when chosen, is right; `beside` is what else tells that. */
  confidence(score: number, beside?: readonly number[]): number;
}

/** The ranker of some weights; the trees are unpacked when first used. */
export function rankerOf({ trees, sureness }: RankerWeights): Ranker {
  const unpacked = once((): RankerTrees => rankerTrees(fromBase64(trees)));
  return {
    scores: rows => rows.map(row => scoreRow(unpacked(), row)),
    confidence(score, beside = []) {
      const logit = [1, score, ...beside].reduce((sum, value, i) => sum + value * (sureness[i] ?? 0), 0);
      return Number((1 / (1 + Math.exp(-logit))).toFixed(3));
    },
  };
}

/** The rankers of the three facts that several places contend for. */
export interface Rankers {
  readonly date: Ranker;
  readonly title: Ranker;
  readonly author: Ranker;
}
