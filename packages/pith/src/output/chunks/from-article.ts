import { checkOutputOptions } from '../../check-options.js';
import { PithError, shown, unknownName } from '../../errors.js';
import { type ArticleLike, checkedArticle, type OutputOptions, wholeContent } from '../article-like.js';
import type { Span } from './boundaries.js';
import {
  type ChunkFacts,
  type ChunkPost,
  chunkPost,
  hull,
  locationOf,
  metadataOf,
  type Placed,
  postsOfPieces,
  sourcesOf,
} from './context.js';
import { markdownPieces } from './markdown-pieces.js';
import { cut, frontOf, packed } from './pack.js';
import { type Piece, piecesOf } from './pieces.js';
import { type CountTokens, PARTS, WeighedText } from './tokens.js';

export interface ChunkOptions extends OutputOptions {
  /** Maximum number of tokens per chunk, by `estimateTokens` or `countTokens`; at least 16. */
  readonly size: number;
  /** Maximum number of tokens repeated from the previous chunk; included in `size`, at most half of it. Default: 0. */
  readonly overlap?: number | undefined;
  /** Default: `text`. */
  readonly format?: 'text' | 'markdown' | undefined;
  /** Counts tokens with the tokenizer of your model instead of `estimateTokens`. */
  readonly countTokens?: CountTokens | undefined;
  /** Adds the article's metadata and the post's author to every chunk; no chunk spans two posts then. */
  readonly facts?: boolean | undefined;
}

/** A range of an article's text for an index or a model, with its location. */
export interface Chunk {
  readonly index: number;
  readonly text: string;
  readonly tokens: number;
  /** Title of the article and the headings above, outermost first, that apply to the whole chunk. */
  readonly path: readonly string[];
  /** The page's own anchor of the nearest heading at or above the start of the chunk. */
  readonly anchor?: string;
  /** The article's URL with the anchor as its fragment. */
  readonly url?: string;
  /** Title, authors, dates, site, language, type, section and tags of the article, if requested. */
  readonly facts?: ChunkFacts;
  /** The post or comment it belongs to, if facts are requested. */
  readonly post?: ChunkPost;
  /** Offsets in the text output; for Markdown, in the concatenated chunks. */
  readonly start: number;
  readonly end: number;
  /** Number of characters repeated from the previous chunk. */
  readonly overlap: number;
  /** Ids in the page tree of the elements with its text. */
  readonly nodes: readonly number[];
  /** Offsets in the page's source around those elements, if available. */
  readonly source?: Readonly<Span>;
}

export type ChunkableArticle = ArticleLike & { explain?(): readonly Placed[] };

const FORMATS = ['text', 'markdown'];

const LEAST_SIZE = 16;

/**
 * Splits the text or Markdown of an article at headings, paragraphs, items and rows into chunks of at most `size`
 * tokens. Keeps code and tables whole if they fit; splits a word only if the word alone is too long.
 */
export function chunks(article: ChunkableArticle, options: ChunkOptions): Chunk[] {
  const { size, overlap, countTokens } = checked(options);
  const content = wholeContent(checkedArticle(article), options);
  const { text, pieces } =
    options.format === 'markdown'
      ? markdownPieces(content, size - overlap, countTokens, options.markdown)
      : piecesOf(content);
  const posts = options.facts ? postsOfPieces(article, pieces) : [];
  const weighed = new WeighedText(text, countTokens);
  const spans = spansOf(weighed, pieces, size - overlap, i => i > 0 && posts[i] !== posts[i - 1]);
  const facts = options.facts ? { facts: metadataOf(article) } : {};
  const nodes = pieces.map(({ node }) => node);
  const sources = article.explain === undefined ? [] : sourcesOf(nodes, article.explain());
  const found: Chunk[] = [];
  let first = 0;
  for (const [index, core] of spans.entries()) {
    while (pieces[first]!.end <= core.start) first++;
    const isOfSamePost = index > 0 && posts[first] === posts[pieceAt(pieces, spans[index - 1]!.start, first)];
    const before = isOfSamePost ? spans[index - 1] : undefined;
    const start = overlap === 0 ? core.start : frontOf(weighed, core, before, pieces, first, overlap);
    let from = first;
    while (from > 0 && pieces[from - 1]!.end > start) from--;
    let to = first;
    while (to < pieces.length && pieces[to]!.start < core.end) to++;
    const known = sources.slice(from, to).filter(source => source !== undefined);
    const post = posts[first];
    found.push({
      index,
      text: text.slice(start, core.end),
      tokens: weighed.tokens(start, core.end),
      ...locationOf(article, pieces.slice(first, to)),
      ...facts,
      ...(post === undefined ? {} : { post: chunkPost(post) }),
      start,
      end: core.end,
      overlap: start === core.start ? 0 : spans[index - 1]!.end - start,
      nodes: [...new Set(nodes.slice(from, to).filter(node => node !== undefined))],
      ...(known.length === 0 ? {} : { source: hull(known) }),
    });
  }
  return found;
}

function pieceAt(pieces: readonly Piece[], offset: number, from: number): number {
  let at = from;
  while (at > 0 && pieces[at]!.start > offset) at--;
  return at;
}

/** Maximum number of attempts if a tokenizer counts more tokens for a text than for its words. */
const MOST_TRIES = 4;

function spansOf(
  weighed: WeighedText,
  pieces: readonly Piece[],
  size: number,
  begins: (piece: number) => boolean,
): Span[] {
  let capacity = size * PARTS;
  for (let tries = 1; ; tries++) {
    const spans = packed(weighed, pieces, capacity, begins);
    const most = spans.reduce((so, { start, end }) => Math.max(so, weighed.tokens(start, end)), 0);
    if (most <= size || tries === MOST_TRIES) return spans;
    capacity = Math.floor((capacity * size) / most);
  }
}

/** Splits any text into pieces of at most `size` tokens, at blank lines, lines, sentences and words. */
export function cutText(text: string, size: number): string[] {
  return cut(new WeighedText(text), checked({ size }).size * PARTS).map(({ start, end }) =>
    text.slice(start, end),
  );
}

function checked(
  { size, overlap = 0, format = 'text', countTokens, markdown }: ChunkOptions = {} as ChunkOptions,
): {
  size: number;
  overlap: number;
  countTokens: CountTokens | undefined;
} {
  checkOutputOptions({ markdown });
  if (!(FORMATS as readonly unknown[]).includes(format))
    throw unknownName('a format of chunks', format, FORMATS);
  if (!Number.isInteger(size) || size < LEAST_SIZE) {
    throw new PithError(
      'bad-option',
      `expected size as a whole number of at least ${LEAST_SIZE} tokens, got ${shown(size)}`,
      'use { size: 400 }, for example',
    );
  }
  if (!Number.isInteger(overlap) || overlap < 0 || overlap > size / 2) {
    const most = Math.floor(size / 2);
    throw new PithError(
      'bad-option',
      `expected overlap as a whole number from 0 to ${most}, half of size, got ${shown(overlap)}`,
      'lower it or leave it out',
    );
  }
  return { size, overlap, countTokens };
}
