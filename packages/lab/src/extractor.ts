import type { Article } from 'webpith';
import type { Page } from './corpora/corpus.js';
import type { PageLabels } from './corpora/labels.js';

export interface Extraction {
  readonly text: string;
  /** Often a getter: only `--structure` reads it. */
  readonly markdown?: string | undefined;
  readonly title?: string | undefined;
  readonly authors?: readonly string[] | undefined;
  /** Date of publication, ISO 8601 if possible. */
  readonly published?: string | undefined;
  readonly type?: string | undefined;
  readonly confidence?: number | undefined;
  readonly language?: string | undefined;
  readonly comments?: readonly string[] | undefined;
  readonly posts?: readonly ExtractedPost[] | undefined;
  /** Text of each region by role (`article`, `comments`, …), for region accuracy. */
  readonly regions?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Roots of the body's and the title's subtrees, for methods that select nodes. */
  readonly nodes?: ExtractedNodes | undefined;
  readonly labels?: Readonly<Record<number, string>> | undefined;
  readonly probabilities?: Readonly<Record<number, number>> | undefined;
}

export interface ExtractedNodes {
  readonly body: number;
  readonly title?: number | undefined;
  /** Roots of subtrees of the body that the rich article leaves out. */
  readonly without?: readonly number[] | undefined;
}

export interface ExtractedPost {
  readonly text: string;
  readonly author?: string | undefined;
  readonly authorUrl?: string | undefined;
  readonly published?: string | undefined;
  readonly depth?: number | undefined;
  readonly parent?: number | undefined;
}

/** A method or a peer under evaluation. It may throw; the caller records the failure. */
export interface Extractor {
  readonly name: string;
  extract(page: Page): Extraction | Promise<Extraction>;
  explain?(page: Page): Explanation;
}

export interface Explanation {
  /** Facts about the whole page: its class, the thresholds, the number of candidates. */
  readonly notes: readonly string[];
  readonly findings: readonly Finding[];
  /** True if the text may contain text outside the kept parts. */
  readonly extendsParts?: boolean | undefined;
}

/** The decision of a method on one of the parts that it chooses from: a block, subtree, region or leaf. */
export interface Finding {
  readonly node: number;
  /** Range of the part's nodes; default: the subtree of `node`. */
  readonly first?: number;
  readonly end?: number;
  readonly kept: boolean;
  readonly stage: string;
  readonly reason: string;
  readonly score?: number;
  readonly evidence: readonly Evidence[];
}

/** A fact; `weight` is above 0 if it favours the part. */
export interface Evidence {
  readonly fact: string;
  readonly weight: number;
}

export interface Example {
  readonly page: Page;
  /** Manual labels; without them, methods derive labels from the gold text. */
  readonly labels?: PageLabels | undefined;
}

export function toExtraction(article: Article): Extraction {
  const { text, title, authors, published, type, confidence, language, comments, posts } = article;
  return {
    text,
    get markdown() {
      return article.markdown;
    },
    authors,
    type,
    confidence,
    comments: comments.map(comment => comment.text),
    posts,
    title,
    published,
    language,
  };
}
