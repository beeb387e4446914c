import { PithError, shown, unknownName } from '../../errors.js';
import { type ArticleLike, checkedArticle, type OutputOptions, wholeContent } from '../article-like.js';
import type { Span } from './boundaries.js';
import { type ChunkFacts, type ChunkPost, chunkPost, factsOf, postsOfPieces } from './facts.js';
import { markdownPieces } from './markdown-pieces.js';
import { frontOf } from './overlap.js';
import { cut, packed } from './pack.js';
import { type Piece, piecesOf } from './pieces.js';
import { placeOf } from './place.js';
import { hull, type Placed, sourcesOf } from './sources.js';
import { type CountTokens, PARTS, WeighedText } from './tokens.js';

/** How an article is cut into chunks. */
export interface ChunkOptions extends OutputOptions {
  /** Most tokens of a chunk, as `estimateTokens` counts them; at least 16. */
  readonly size: number;
  /** Most tokens at the front of a chunk that end the one before it; part of `size`, at most half of it. Default: 0. */
  readonly overlap?: number | undefined;
  /** What the chunks are made of. Default: `text`. */
  readonly format?: 'text' | 'markdown' | undefined;
  /** Counts the tokens of a text as your model does; takes the place of `estimateTokens`. */
  readonly countTokens?: CountTokens | undefined;
  /** Whether chunks carry what the article says of itself, and who wrote the post that they are of; no chunk spans two posts then. */
  readonly facts?: boolean | undefined;
}

/** A range of an article's text, small enough for an index or a model, that knows where it stands. */
export interface Chunk {
  /** Counted from 0. */
  readonly index: number;
  readonly text: string;
  /** As `estimateTokens` or `countTokens` counts them. */
  readonly tokens: number;
  /** Title of the article and the headings above, outermost first: those that hold for all of the chunk. */
  readonly path: readonly string[];
  /** The page's own anchor of the nearest heading, at the start of the chunk or above it, that has one. */
  readonly anchor?: string;
  /** The article's address, with the anchor as its fragment. */
  readonly url?: string;
  /** What the article says of itself: title, authors, dates, site, language, type. Only where it is asked for. */
  readonly facts?: ChunkFacts;
  /** The post or comment that it is of. Only where facts are asked for. */
  readonly post?: ChunkPost;
  /** Offsets in the text output; in Markdown, in what the chunks add up to. */
  readonly start: number;
  readonly end: number;
  /** Characters at its front that end the chunk before it. */
  readonly overlap: number;
  /** Ids in the page tree of the elements that it has text of. */
  readonly nodes: readonly number[];
  /** Offsets in the page's source, around all of those elements; absent where they are not known. */
  readonly source?: Readonly<Span>;
}

/** An article, with the decisions that know the places in the source where there are any. */
export type ChunkableArticle = ArticleLike & { explain?(): readonly Placed[] };

const FORMATS = ['text', 'markdown'];

/** Below this a title and a few words would not fit. */
const LEAST_SIZE = 16;

/**
 * Cuts the text output of an article at headings, paragraphs, items and rows into chunks of at most `size` tokens. Code
 * and tables stay whole where they fit; no cut is made inside a word unless the word alone is too long.
 */
export function chunks(article: ChunkableArticle, options: ChunkOptions): Chunk[] {
  const { size, overlap, countTokens } = checked(options);
  const content = wholeContent(checkedArticle(article), options);
  const { text, pieces } =
    options.format === 'markdown' ? markdownPieces(content, size - overlap, countTokens) : piecesOf(content);
  const posts = options.facts ? postsOfPieces(article, pieces) : [];
  const weighed = new WeighedText(text, countTokens);
  const spans = spansOf(weighed, pieces, size - overlap, i => i > 0 && posts[i] !== posts[i - 1]);
  const facts = options.facts ? { facts: factsOf(article) } : {};
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
      ...placeOf(article, pieces.slice(first, to)),
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

/** The piece that holds an offset, looked for from one on backwards. */
function pieceAt(pieces: readonly Piece[], offset: number, from: number): number {
  let at = from;
  while (at > 0 && pieces[at]!.start > offset) at--;
  return at;
}

/** How often spans are made anew because a counter counts a whole as more than its words. */
const MOST_TRIES = 4;

/** Spans of at most `size` tokens; a counter that is not the sum of its words is asked about each whole. */
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

/** Cuts a text of any kind into pieces of at most `size` tokens, at blank lines, lines, sentences and words. */
export function cutText(text: string, size: number): string[] {
  return cut(new WeighedText(text), checked({ size }).size * PARTS).map(({ start, end }) =>
    text.slice(start, end),
  );
}

function checked({ size, overlap = 0, format = 'text', countTokens }: ChunkOptions = {} as ChunkOptions): {
  size: number;
  overlap: number;
  countTokens: CountTokens | undefined;
} {
  if (!(FORMATS as readonly unknown[]).includes(format))
    throw unknownName('a format of chunks', format, FORMATS);
  if (!Number.isInteger(size) || size < LEAST_SIZE) {
    throw new PithError(
      'bad-option',
      `expected size as a whole number of at least ${LEAST_SIZE} tokens, got ${shown(size)}`,
      'give { size: 400 }, say',
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
