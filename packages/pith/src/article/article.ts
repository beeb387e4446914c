import type { ContentNode } from '../content/content.js';
import type { Item, PageType, Post, Product } from '../options.js';
import type { FactDecision, Facts } from './facts.js';

/** The main content of a page and its metadata. Fields are computed on first access. */
export interface Article {
  /** The URL given by the caller or recorded with the page. */
  readonly url?: string | undefined;
  /** The canonical URL declared by the page. */
  readonly canonicalUrl?: string | undefined;
  /** `article`, `forum`, `listing`, `collection`, `product`, `documentation`, `service` or `other`. */
  readonly type: PageType;
  /** Probability of each type. */
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  /** Why the page has no content (`error page`, `cookie wall`, `no text`, …); its type is then `other`. */
  readonly notContent?: string | undefined;
  /** True if the page has little text and an empty shell that scripts fill: render it in a browser first. */
  readonly needsRendering?: boolean | undefined;
  /** Expected quality of this extraction, 0 to 1: of pages with 0.9, nine in ten are well extracted. */
  readonly confidence: number;
  /** Title, without the name of the site. */
  readonly title?: string | undefined;
  /** Names of the authors, in page order. */
  readonly authors: readonly string[];
  /** Publication date in ISO 8601, as precise as on the page. */
  readonly published?: string | undefined;
  /** Date of the last change in ISO 8601, as precise as on the page. */
  readonly modified?: string | undefined;
  /** Name of the site. */
  readonly siteName?: string | undefined;
  /** Description from the page's metadata. */
  readonly description?: string | undefined;
  /** URL of the lead image. */
  readonly image?: string | undefined;
  /** BCP 47 language tag. */
  readonly language?: string | undefined;
  /** Text direction. */
  readonly direction: 'ltr' | 'rtl';
  /** Keywords. */
  readonly tags: readonly string[];
  /** Section of the site. */
  readonly section?: string | undefined;
  /** URL or name of the licence. */
  readonly license?: string | undefined;
  /** True if the page declares that it is not free to read. */
  readonly paywalled?: boolean | undefined;
  /** Reading time in whole minutes, at the usual speed for the language. */
  readonly readingTime: number;
  /** Number of words left out because readers cannot see them; `include: { hidden: true }` brings them back. */
  readonly hidden?: number | undefined;
  /** Source of each of the fields above: `title` → `json-ld`. */
  readonly sources: Readonly<Record<string, string>>;
  /** Plain text. */
  readonly text: string;
  /** GitHub-flavoured Markdown. */
  readonly markdown: string;
  /** HTML, sanitised by an allow-list. */
  readonly html: string;
  /** The content tree. */
  readonly content: readonly ContentNode[];
  /** Reader comments below an article. */
  readonly comments: readonly Post[];
  /** Posts in page order, on a page of type `forum` or one whose structure or data show a discussion. */
  readonly posts: readonly Post[];
  /** The entries of a `listing` or `collection`. */
  readonly items: readonly Item[];
  /** Price and specification of a `product` page. */
  readonly product?: Product | undefined;
  /** URL of the next page of the same discussion or article, where linked. */
  readonly nextPage?: string | undefined;
  /** URL of the previous page, where linked. */
  readonly previousPage?: string | undefined;
  /** Title, authors and dates with confidences; pictures, media, feeds, other languages, neighbours in a series. */
  readonly facts: Facts;

  /** Every block of the page, kept or dropped, and why. */
  explain(): Decision[];
  /** Title, authors and dates: the chosen value and all candidates. */
  explain(options: { readonly facts: true }): FactDecision[];
  /** The evidence that is the same for all blocks of the page. */
  explain(options: { readonly page: true }): Evidence;
  /** The page as hashes, without text, for a `SiteMemory`. */
  fingerprint(): string;
  /** All fields except `nextPage` and `previousPage` as a plain object. */
  toJSON(): Omit<ArticleFields, 'nextPage' | 'previousPage'>;
}

export type ArticleFields = Omit<Article, 'explain' | 'fingerprint' | 'toJSON'>;

/** The decision on a block, and its reason. */
export interface Decision {
  readonly kept: boolean;
  /** The stage that decided: `scores`, `regions`. */
  readonly stage: string;
  readonly reason: string;
  /** One sentence: `Kept: 60 words of running text with few links, in the main part of the page.` */
  readonly summary: string;
  /** Probability that the block is content. */
  readonly score: number;
  readonly text: string;
  /** Number of the block's element in the page tree, and its path. */
  readonly node: number;
  readonly path: string;
  /** Source offsets of the block's text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The threshold of this page, as a probability. */
  readonly cut: number;
  /** The evidence by group, strongest group first. */
  readonly evidence: readonly Evidence[];
  /** The score in log-odds as a sum: `base`, the weights of `evidence`, `rest`, `corrected` and `records`. */
  readonly account: Account;
}

/**
 * A score as a sum of log-odds, starting from an average block of the page. The block passes if `score` reaches
 * `cut`; a `reason` from a stage other than `scores` overrides that.
 */
export interface Account {
  /** Log-odds of an average block of the page. */
  readonly base: number;
  /** The part of the score that no evidence accounts for; close to 0. */
  readonly rest: number;
  /** Contribution of the correction learned from the user's own pages; 0 with the default model. */
  readonly corrected: number;
  /** Contribution of the block's place in a post or entry; 0 on pages without them. */
  readonly records: number;
  /**
   * The score by all trees of the model. Clear blocks skip some, so the probability of a decision may be more extreme.
   */
  readonly score: number;
  readonly cut: number;
}

/** The contributions of one group to the probability of a block. */
export interface Evidence {
  /** The subject: `its own text`, `links`, `its neighbours`, `the page as a whole`, … */
  readonly group: string;
  /** Change of the log-odds relative to an average block of the page; positive for content. */
  readonly weight: number;
  /** The strongest contributions of the group: `83 % of the words are links`, with their share of `weight`. */
  readonly facts: readonly { readonly fact: string; readonly weight: number }[];
}
