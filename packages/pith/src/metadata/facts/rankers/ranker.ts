import { once } from '../../../lazy.js';
import { fromBase64 } from '../../../tree/buffers.js';
import { rankerTrees, scoreRow } from './trees.js';

/** The weights of a ranker as they are shipped: trees as packed bytes in base64. */
export interface RankerWeights {
  /** Score a candidate against the others of its page. */
  readonly trees: string;
  /** Log-odds that a choice is right, of a row by `sureRow`. */
  readonly sure: string;
}

/** A candidate that was chosen, among the scores of all. */
export interface Chosen {
  readonly scores: readonly number[];
  readonly index: number;
  readonly row: readonly number[];
  /** What else tells how sure it is. */
  readonly beside?: readonly number[] | undefined;
}

/** A number a candidate, and how sure the best one is. */
export interface Ranker {
  /** Score of each row; the highest is the likeliest. */
  scores(rows: readonly (readonly number[])[]): number[];
  /** Probability that a choice is right. */
  confidence(chosen: Chosen): number;
  /** The same of a row by `sureRow`. */
  sureness(row: readonly number[]): number;
}

/** The ranker of some weights; the trees are unpacked when first used. */
export function rankerOf({ trees, sure }: RankerWeights): Ranker {
  const ranks = once(() => rankerTrees(fromBase64(trees)));
  const surely = once(() => rankerTrees(fromBase64(sure)));
  const sureness = (row: readonly number[]) =>
    Number((1 / (1 + Math.exp(-scoreRow(surely(), row)))).toFixed(3));
  return {
    scores: rows => rows.map(row => scoreRow(ranks(), row)),
    confidence: chosen => sureness(sureRow(chosen)),
    sureness,
  };
}

/** Log-odds from which a choice is as far ahead as can be. Set by hand. */
const FAR_AHEAD = 5;

/** What tells how sure a choice is: its score, how far it is ahead of the others together, its columns, what is beside it. */
export function sureRow({ scores, index, row, beside = [] }: Chosen): number[] {
  const own = scores[index]!;
  const others = scores.reduce((sum, score, i) => (i === index ? sum : sum + Math.exp(score - own)), 0);
  return [own, Math.min(FAR_AHEAD, -Math.log(others)), ...row, ...beside];
}

/** The rankers of the three facts that several places contend for. */
export interface Rankers {
  readonly date: Ranker;
  readonly title: Ranker;
  readonly author: Ranker;
}
