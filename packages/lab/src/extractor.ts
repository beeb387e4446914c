import type { Article } from 'webpith';
import type { Page } from './corpora/corpus.js';
import type { PageLabels } from './corpora/labels.js';

/** The result of an extractor; only `text` is required. */
export interface Extraction {
  readonly text: string;
  readonly title?: string;
  readonly authors?: readonly string[];
  /** Date of publication, ISO 8601 if possible. */
  readonly published?: string;
  readonly type?: string;
  readonly confidence?: number;
  readonly language?: string;
  readonly comments?: readonly string[];
  readonly posts?: readonly ExtractedPost[];
  /** Text of each region by role (`article`, `comments`, …), for region accuracy. */
  readonly regions?: Readonly<Record<string, readonly string[]>>;
  /** Roots of the body's and the title's subtrees, for methods that select nodes. */
  readonly nodes?: { readonly body: number; readonly title?: number };
  /** Node id → label, for label precision and recall. */
  readonly labels?: Readonly<Record<number, string>>;
  /** Node id → probability of its label. */
  readonly probabilities?: Readonly<Record<number, number>>;
}

export interface ExtractedPost {
  readonly text: string;
  readonly author?: string;
  readonly authorUrl?: string;
  /** ISO 8601, or as printed on the page. */
  readonly published?: string;
  readonly depth?: number;
  /** Index of the post it replies to. */
  readonly parent?: number;
}

/** A method or a peer under evaluation. It may throw; the caller records the failure. */
export interface Extractor {
  readonly name: string;
  extract(page: Page): Extraction | Promise<Extraction>;
}

export interface Example {
  readonly page: Page;
  /** Manual labels; without them, methods derive labels from the gold text. */
  readonly labels?: PageLabels;
}

export function toExtraction(article: Article): Extraction {
  const { text, title, authors, published, type, confidence, language, comments, posts } = article;
  return {
    text,
    authors,
    type,
    confidence,
    comments: comments.map(comment => comment.text),
    posts,
    ...(title === undefined ? {} : { title }),
    ...(published === undefined ? {} : { published }),
    ...(language === undefined ? {} : { language }),
  };
}
