import type { Page } from './corpora/corpus.js';
import type { PageLabels } from './corpora/labels.js';

/** What an extractor gives back for a page; only `text` is asked of everyone. */
export interface Extraction {
  /** The main content as plain text. */
  readonly text: string;
  readonly title?: string;
  readonly authors?: readonly string[];
  /** Date of publication, ISO 8601 where the extractor knows how. */
  readonly published?: string;
  /** Page type: `article`, `forum`, `product`, … */
  readonly type?: string;
  /** Probability that the page is well extracted. */
  readonly confidence?: number;
  readonly language?: string;
  /** Reader comments, one string each. */
  readonly comments?: readonly string[];
  /** The posts of a discussion, in order. */
  readonly posts?: readonly ExtractedPost[];
  /** Text of each region found, by role (`article`, `comments`, …): for region accuracy. */
  readonly regions?: Readonly<Record<string, readonly string[]>>;
  /** The subtrees of the page tree that hold body and title, where the method chooses such. */
  readonly nodes?: { readonly body: number; readonly title?: number };
  /** Node id in the page tree → label: for label precision and recall. */
  readonly labels?: Readonly<Record<number, string>>;
  /** Node id in the page tree → probability of its label, where the method knows it. */
  readonly probabilities?: Readonly<Record<number, number>>;
}

/** A post as an extractor gives it. */
export interface ExtractedPost {
  readonly text: string;
  readonly author?: string;
  /** Address of the author's page. */
  readonly authorUrl?: string;
  /** ISO 8601, or as the page has it. */
  readonly published?: string;
  readonly depth?: number;
  /** Place in the list of the post that it answers. */
  readonly parent?: number;
}

/** All that evaluation needs: rivals fit too. An extractor may throw; whoever calls it records the failure. */
export interface Extractor {
  readonly name: string;
  extract(page: Page): Extraction | Promise<Extraction>;
}

/** A page to learn from. */
export interface Example {
  readonly page: Page;
  /** Labels of its nodes, where somebody gave them; otherwise a method makes its own from the gold text. */
  readonly labels?: PageLabels;
}
