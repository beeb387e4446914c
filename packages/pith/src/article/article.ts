import type { FactDecision } from './facts.js';
import type { ArticleFields } from './fields.js';

/** The main content of a page and its metadata. */
export interface Article extends ArticleFields {
  /** Every block of the page, kept or dropped, and why. */
  explain(): Decision[];
  /** Title, authors and dates: the chosen value and all candidates. */
  explain(options: { readonly facts: true }): FactDecision[];
}

/** The decision on a block, and its reason. */
export interface Decision {
  readonly kept: boolean;
  /** The stage that decided: `scores`, `regions`. */
  readonly stage: string;
  readonly reason: string;
  /** Probability that the block is content. */
  readonly score: number;
  readonly text: string;
  /** Id of the block's element in the page tree, and its path. */
  readonly node: number;
  readonly path: string;
  /** Offsets in the source of its first and last character. */
  readonly start: number;
  readonly end: number;
  /** The threshold of this page, as a probability. */
  readonly cut: number;
  /** Evidence for and against, strongest first. */
  readonly evidence: readonly Evidence[];
  /** The score as a sum: `base`, the evidence, `rest`, `corrected` and `records` add up to `score`. */
  readonly account: Account;
}

/**
 * A score as a sum of log-odds, starting from an average block of the page. The block passes if `score` reaches
 * `cut`; a `reason` from a stage other than `scores` overrides that.
 */
export interface Account {
  /** Mean over the blocks of the page. */
  readonly base: number;
  /** Sum of the contributions too small for the evidence. */
  readonly rest: number;
  /** Contribution of a custom model; 0 with the default model. */
  readonly corrected: number;
  /** Contribution of the block's place in a post or entry; 0 on pages without them. */
  readonly records: number;
  readonly score: number;
  readonly cut: number;
}

/** One contribution to the probability of a block. */
export interface Evidence {
  /** Description: `83 % of the words are links`, `in an element named related`. */
  readonly fact: string;
  /** Change of the log-odds relative to an average block of the page; positive for content. */
  readonly weight: number;
}
