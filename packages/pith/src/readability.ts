import type { Article } from './article/article.js';
import { type ContentNode, inlineText } from './content/content.js';
import { PithError, shown } from './errors.js';
import { extract } from './extract.js';
import type { ExtractOptions, PageType } from './options.js';
import type { LiveDocument, LiveNode } from './tree/from-dom.js';

/** The result of Mozilla's Readability; missing fields are null. */
export interface Parsed<T = string> {
  title: string;
  byline: string | null;
  /** `ltr` or `rtl`, if the page or its declared language implies it. */
  dir: string | null;
  lang: string | null;
  /** Sanitised HTML, or the result of `serializer`. */
  content: T;
  textContent: string;
  length: number;
  excerpt: string | null;
  siteName: string | null;
  publishedTime: string | null;
}

/**
 * The options of Mozilla's Readability. Only the first two have an effect; the rest tune its algorithm and are accepted
 * so that calls need not change.
 */
export interface ReadabilityOptions<T = string> {
  /** `parse` throws if the document has more elements. Default: 0, no limit. */
  readonly maxElemsToParse?: number;
  /** Converts the content element to `content`. Default: its `innerHTML`. */
  serializer?(node: LiveNode): T;
  readonly debug?: boolean;
  readonly nbTopCandidates?: number;
  readonly charThreshold?: number;
  readonly classesToPreserve?: readonly string[];
  readonly keepClasses?: boolean;
  readonly disableJSONLD?: boolean;
  readonly allowedVideoRegex?: RegExp;
  readonly linkDensityModifier?: number;
}

/** A replacement for the class in `@mozilla/readability`. Unlike the original, it does not modify the document. */
export class Readability<T = string> {
  constructor(
    private readonly document: LiveDocument,
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

  parse(): Parsed<T> | null {
    const { maxElemsToParse = 0, serializer } = this.options;
    const document = this.document as unknown as Document;
    if (maxElemsToParse > 0) checkSize(document, maxElemsToParse);
    const parsed = parsedFrom(extract(document));
    if (parsed === null) return null;
    if (serializer === undefined) return parsed as Parsed<T>;
    return { ...parsed, content: serializer(elementFrom(document, parsed.content)) };
  }
}

/** Like `Readability.parse` for HTML. Returns null if the page has no text. */
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
    // Reader views style this wrapper.
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

/** Parses the content into a separate document, which loads no resources. */
function elementFrom(document: Document, html: string): Element {
  const { body } = document.implementation.createHTMLDocument('');
  body.innerHTML = html;
  return body;
}

/** The thresholds of Mozilla's `isProbablyReaderable`. */
export interface ReaderableOptions {
  /** Shorter paragraphs are ignored. In characters; default: 140. */
  readonly minContentLength?: number;
  /** Must be exceeded by the sum over paragraphs of √(length - `minContentLength`). Default: 20. */
  readonly minScore?: number;
}

const READABLE: readonly PageType[] = ['article', 'documentation'];

/** True if the page is probably an article or documentation and has enough long paragraphs. */
export function isProbablyReaderable(
  page: LiveDocument | string | Uint8Array,
  { minContentLength = 140, minScore = 20 }: ReaderableOptions = {},
): boolean {
  const { types, text } = extract(page);
  if (READABLE.reduce((sum, type) => sum + (types[type] ?? 0), 0) < 0.5) return false;
  // By line, so that a list of links does not count as one long paragraph.
  const lengths = text.split('\n').map(line => line.length - minContentLength);
  return lengths.reduce((sum, beyond) => sum + Math.sqrt(Math.max(0, beyond)), 0) > minScore;
}
