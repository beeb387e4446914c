import type { Model, Article as PithArticle, SiteRules } from 'webpith';
import type { PageTree } from 'webpith/internals';

/** The outputs of an article. */
export const formats = ['text', 'markdown', 'html', 'json', 'tei', 'thread'] as const;

/** Name of an output. */
export type Format = (typeof formats)[number];

/** Parts of a page that are in the output or left out; what is not named is as the library has it. */
export interface Include {
  readonly title?: boolean;
  readonly byline?: boolean;
  readonly captions?: boolean;
  readonly comments?: boolean;
  readonly links?: boolean;
  readonly images?: boolean;
  readonly tables?: boolean;
}

/** Names of the parts that can be switched. */
export const parts = [
  'title',
  'byline',
  'captions',
  'comments',
] as const satisfies readonly (keyof Include)[];

/** What the commands tell the library of a page. */
export interface ExtractOptions {
  readonly url?: string;
  readonly charset?: string;
  readonly include?: Include;
  /** Towards less and surer text, or more. */
  readonly lean?: number;
  readonly rules?: SiteRules;
  readonly model?: Model;
}

/** Why a block was kept or dropped. */
export interface Decision {
  readonly kept: boolean;
  readonly stage: string;
  readonly reason: string;
  readonly score?: number;
  readonly path: string;
  readonly text?: string;
}

/** As much of an article as the commands read. */
export interface Article {
  readonly type: string;
  readonly confidence: number;
  readonly title?: string | undefined;
  readonly authors: readonly string[];
  readonly published?: string | undefined;
  readonly language?: string | undefined;
  readonly comments: readonly unknown[];
  readonly posts: readonly unknown[];
  /** The page of the same thread or article behind this one. */
  readonly nextPage?: string | undefined;
  /** Why the page is none to read, where it is none. */
  readonly notContent?: string | undefined;
  /** Whether its text is made by scripts, so that only a browser has it. */
  readonly needsRendering?: boolean | undefined;
  explain(): readonly Decision[];
}

/** How an article is cut. */
export interface ChunkOptions extends Include {
  readonly size: number;
  readonly overlap?: number;
  readonly format?: 'text' | 'markdown';
  /** With what the article says of itself. */
  readonly facts?: boolean;
}

/** The library as the commands use it. */
export interface Library {
  extract(input: Uint8Array | PageTree, options: ExtractOptions): Article;
  render(article: Article, format: Format, options: Include): string;
  /** Pieces of its text, each an object that becomes a line of JSON. */
  chunks(article: Article, options: ChunkOptions): readonly object[];
}

/** The library `webpith`, loaded when it is first needed. */
export async function loadLibrary(): Promise<Library> {
  const { chunks, extract, render } = await import('webpith');
  return {
    extract,
    render: (article, format, include) => render(article as PithArticle, format, include),
    chunks: (article, options) => chunks(article as PithArticle, options),
  };
}
