import type { Article } from './article/article.js';
import type { ContentNode } from './content/content.js';
import { inlineText } from './content/inline-text.js';
import { PithError, shown } from './errors.js';
import { extract } from './extract.js';
import type { ExtractOptions } from './options.js';

export { isProbablyReaderable, type ReaderableOptions } from './readerable.js';

/** What Mozilla's Readability gives back, field by field; what the page does not say is null. */
export interface Parsed<T = string> {
  title: string;
  byline: string | null;
  /** `ltr` or `rtl` where the page or its language says so. */
  dir: string | null;
  lang: string | null;
  /** Sanitised HTML, or what `serializer` makes of it. */
  content: T;
  textContent: string;
  /** Length of `textContent`. */
  length: number;
  /** The page's description, else the first paragraph. */
  excerpt: string | null;
  siteName: string | null;
  publishedTime: string | null;
}

/**
 * The options of Mozilla's Readability. The first two have their meaning; the rest steer its own algorithm, and are
 * taken so that a call need not change, without effect.
 */
export interface ReadabilityOptions<T = string> {
  /** A document with more elements throws. Default: 0, no limit. */
  readonly maxElemsToParse?: number;
  /** Turns the element that holds the content into `content`. Default: its `innerHTML`. */
  readonly serializer?: (node: Node) => T;
  readonly debug?: boolean;
  readonly nbTopCandidates?: number;
  readonly charThreshold?: number;
  readonly classesToPreserve?: readonly string[];
  readonly keepClasses?: boolean;
  readonly disableJSONLD?: boolean;
  readonly allowedVideoRegex?: RegExp;
  readonly linkDensityModifier?: number;
}

/** Stands in for the class of the same name in `@mozilla/readability`. Unlike that one it leaves the document alone. */
export class Readability<T = string> {
  constructor(
    private readonly document: Document,
    private readonly options: ReadabilityOptions<T> = {},
  ) {
    if (document?.nodeType !== 9) {
      throw new PithError(
        'bad-input',
        `expected a Document, got ${shown(document)}`,
        'for a string use parse(html)',
      );
    }
  }

  /** The article, or null when the page has no text to read. */
  parse(): Parsed<T> | null {
    const { maxElemsToParse = 0, serializer } = this.options;
    if (maxElemsToParse > 0) checkSize(this.document, maxElemsToParse);
    const parsed = parsedFrom(extract(this.document));
    if (parsed === null) return null;
    if (serializer === undefined) return parsed as Parsed<T>;
    return { ...parsed, content: serializer(elementFrom(this.document, parsed.content)) };
  }
}

/** The same from HTML, without a document. Null when the page has no text to read. */
export function parse(html: string | Uint8Array, options: ExtractOptions = {}): Parsed | null {
  return parsedFrom(extract(html, options));
}

function parsedFrom(article: Article): Parsed | null {
  const { text } = article;
  if (text.trim() === '') return null;
  return {
    title: article.title ?? '',
    byline: article.authors.length > 0 ? article.authors.join(', ') : null,
    dir: article.sources.direction === undefined ? null : article.direction,
    lang: article.language ?? null,
    // The wrapper is part of the shape: reader views hang their style on it.
    content: `<div id="readability-page-1" class="page">${article.html}</div>`,
    textContent: text,
    length: text.length,
    excerpt: article.description ?? firstParagraph(article.content) ?? null,
    siteName: article.siteName ?? null,
    publishedTime: article.published ?? null,
  };
}

function firstParagraph(content: readonly ContentNode[]): string | undefined {
  for (const block of content) if (block.type === 'paragraph') return inlineText(block.children, ' ').trim();
  return undefined;
}

function checkSize(document: Document, limit: number): void {
  const count = document.getElementsByTagName('*').length;
  if (count <= limit) return;
  throw new PithError(
    'too-large',
    `the document has ${count} elements, more than maxElemsToParse allows (${limit})`,
    'raise maxElemsToParse',
  );
}

/** The content as an element of a document of its own, in which nothing is fetched. */
function elementFrom(document: Document, html: string): Element {
  const { body } = document.implementation.createHTMLDocument('');
  body.innerHTML = html;
  return body;
}
