import type { FactDecision } from './facts.js';
import type { ArticleFields } from './fields.js';

/** What a person would read on a page, and what the page says about it. */
export interface Article extends ArticleFields {
  /** Every block of the page, kept or dropped, and why. */
  explain(): Decision[];
  /** Title, authors and dates: what was chosen, and all that the page offers. */
  explain(options: { readonly facts: true }): FactDecision[];
}

/** What was decided about a block, and why. */
export interface Decision {
  readonly kept: boolean;
  /** The stage that settled it: `scores`, `regions`. */
  readonly stage: string;
  readonly reason: string;
  /** Probability that the block is content. */
  readonly score: number;
  readonly text: string;
  /** Id of the block's element in the page tree, and where it stands. */
  readonly node: number;
  readonly path: string;
  /** Offsets in the source of its first and last character. */
  readonly start: number;
  readonly end: number;
  /** The probability that the cut of this page lies at. */
  readonly cut: number;
  /** What spoke for and against it, strongest first. */
  readonly evidence: readonly Evidence[];
  /** How the score came about: `base`, the evidence, `rest`, `corrected` and `records` add up to `score`. */
  readonly account: Account;
}

/**
 * A score as a sum, in log-odds: from what an average block of the page has to what this one has. The block is above
 * the cut where `score` reaches `cut`; a `reason` of another stage than `scores` overrules that.
 */
export interface Account {
  /** Where the page begins: the mean of its blocks. */
  readonly base: number;
  /** All that is too small to be among the evidence, together. */
  readonly rest: number;
  /** What somebody else's model adds to the default; 0 where the default decided alone. */
  readonly corrected: number;
  /** What its part in the posts or entries that the page is made of adds; 0 on other pages. */
  readonly records: number;
  readonly score: number;
  readonly cut: number;
}

/** One fact that moved the probability of a block. */
export interface Evidence {
  /** In words: `83 % of the words are links`, `in an element named related`. */
  readonly fact: string;
  /** How far it moved the log-odds beside an average block of the page; positive speaks for content. */
  readonly weight: number;
}
