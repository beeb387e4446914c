import { PithError, shown } from '../../errors.js';
import { type ArticleLike, checkedArticle, type OutputOptions, wholeContent } from '../article-like.js';
import type { Span } from './boundaries.js';
import { frontOf } from './overlap.js';
import { cut, packed } from './pack.js';
import { piecesOf } from './pieces.js';
import { placeOf } from './place.js';
import { hull, type Placed, sourcesOf } from './sources.js';
import { PARTS, WeighedText } from './tokens.js';

/** How an article is cut into chunks. */
export interface ChunkOptions extends OutputOptions {
  /** Most tokens of a chunk, as `estimateTokens` counts them; at least 16. */
  readonly size: number;
  /** Most tokens at the front of a chunk that end the one before it; part of `size`, at most half of it. Default: 0. */
  readonly overlap?: number | undefined;
}

/** A stretch of an article's text, small enough for an index or a model, that knows where it stands. */
export interface Chunk {
  /** Counted from 0. */
  readonly index: number;
  readonly text: string;
  /** As `estimateTokens` counts them. */
  readonly tokens: number;
  /** Title of the article and the headings above, outermost first: those that hold for all of the chunk. */
  readonly path: readonly string[];
  /** The page's own anchor of the nearest heading, at the start of the chunk or above it, that has one. */
  readonly anchor?: string;
  /** The article's address, with the anchor as its fragment. */
  readonly url?: string;
  /** Offsets in the text output. */
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

/** Below this a title and a few words would not fit. */
const LEAST_SIZE = 16;

/**
 * Cuts the text output of an article at headings, paragraphs, items and rows into chunks of at most `size` tokens. Code
 * and tables stay whole where they fit; no cut is made inside a word unless the word alone is too long.
 */
export function chunks(article: ChunkableArticle, options: ChunkOptions): Chunk[] {
  const { size, overlap } = checked(options);
  checkedArticle(article);
  const { text, pieces } = piecesOf(wholeContent(article, options));
  const weighed = new WeighedText(text);
  const spans = packed(weighed, pieces, (size - overlap) * PARTS);
  const nodes = pieces.map(({ node }) => node);
  const sources = article.explain === undefined ? [] : sourcesOf(nodes, article.explain());
  const found: Chunk[] = [];
  let first = 0;
  for (const [index, core] of spans.entries()) {
    while (pieces[first]!.end <= core.start) first++;
    const start =
      overlap === 0 ? core.start : frontOf(weighed, core, spans[index - 1], pieces, first, overlap);
    let from = first;
    while (from > 0 && pieces[from - 1]!.end > start) from--;
    let to = first;
    while (to < pieces.length && pieces[to]!.start < core.end) to++;
    const known = sources.slice(from, to).filter(source => source !== undefined);
    found.push({
      index,
      text: text.slice(start, core.end),
      tokens: weighed.tokens(start, core.end),
      ...placeOf(article, pieces.slice(first, to)),
      start,
      end: core.end,
      overlap: start === core.start ? 0 : spans[index - 1]!.end - start,
      nodes: [...new Set(nodes.slice(from, to).filter(node => node !== undefined))],
      ...(known.length === 0 ? {} : { source: hull(known) }),
    });
  }
  return found;
}

/** Cuts a text of any kind into pieces of at most `size` tokens, at blank lines, lines, sentences and words. */
export function cutText(text: string, size: number): string[] {
  return cut(new WeighedText(text), checked({ size }).size * PARTS).map(({ start, end }) =>
    text.slice(start, end),
  );
}

function checked({ size, overlap = 0 }: ChunkOptions = {} as ChunkOptions): {
  size: number;
  overlap: number;
} {
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
  return { size, overlap };
}
