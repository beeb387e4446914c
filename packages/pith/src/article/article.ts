import type { ContentNode } from '../content/content.js';
import type { Item, PageType, Post, Product } from '../options.js';
import type { FactDecision, Facts } from './facts.js';

/** What a person would read on a page, and what the page says about it. */
export interface Article {
  /** The address that was given. */
  readonly url?: string;
  readonly canonicalUrl?: string;
  readonly type: PageType;
  /** Probability of each type. */
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  /** Why the page is none to read (`error page`, `cookie wall`, `no text`), where it is none; its type is `other` then. */
  readonly notContent?: string;
  /** True where the page holds little text and a shell that its scripts fill: draw it in a browser first. */
  readonly needsRendering?: boolean;
  /** How good this extraction is likely to be, 0 to 1: of pages said to be 0.9, nine in ten are well extracted. */
  readonly confidence: number;
  readonly title?: string;
  readonly authors: readonly string[];
  /** ISO 8601. */
  readonly published?: string;
  readonly modified?: string;
  readonly siteName?: string;
  readonly description?: string;
  /** The lead image. */
  readonly image?: string;
  /** BCP 47. */
  readonly language?: string;
  readonly direction: 'ltr' | 'rtl';
  readonly tags: readonly string[];
  readonly section?: string;
  readonly license?: string;
  /** Whether the page says that it is not free to read. */
  readonly paywalled?: boolean;
  /** Where each of the fields above was found: `title` → `json-ld`. */
  readonly sources: Readonly<Record<string, string>>;
  /** The content tree. Made when first asked for, as are the fields above and the texts below. */
  readonly content: readonly ContentNode[];
  readonly text: string;
  /** GitHub-flavoured. */
  readonly markdown: string;
  /** Sanitised by an allow-list. */
  readonly html: string;
  /** Reader comments beneath an article. */
  readonly comments: readonly Post[];
  /** The posts of a forum thread or discussion, in order. */
  readonly posts: readonly Post[];
  /** Addresses of the pages of the same thread or article before and behind this one, where it links to them. */
  readonly nextPage?: string | undefined;
  readonly previousPage?: string | undefined;
  /** The entries of a listing or collection. */
  readonly items: readonly Item[];
  /** Price and specification of a product page. */
  readonly product: Product | undefined;
  /** Title, authors and dates with how sure each is, pictures, media, feeds, other languages, neighbours in a series. */
  readonly facts: Facts;
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
