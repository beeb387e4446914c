import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isProse } from '../features/measurements/structure.js';
import type { Marks } from './anatomy.js';
import { PostBodies } from './body.js';
import { isOutside } from './outside.js';
import type { PostRecord } from './post-record.js';
import { quotesIn } from './quotes.js';
import { firstBlockFrom, type RangeSums } from './range-sums.js';
import { signatureOf } from './signatures.js';

// The constants of this file were set by hand on `forums` (docs/results/discussions.md).

/** Minimum words of prose in an opening post. */
const LEAST_WORDS = 8;

/**
 * The opening post if its template differs from that of the answers: a question, a submitted story. It is the content
 * between the page's title and the first answer (node `end`) and has an author or a date.
 */
export function leadPost(
  page: PageMeasurements,
  end: number,
  weight: RangeSums,
  marks: Marks,
  first: Pick<PostRecord, 'author' | 'published'> | undefined,
): PostRecord | undefined {
  const { blocks } = page;
  const start = leadStart(page);
  if (start >= end || weight.between(start, end) < LEAST_WORDS) return undefined;
  const signature = signatureOf(page, surest(marks.authors, start, end), surest(marks.dates, start, end));
  if (signature.author === undefined && signature.published === undefined) return undefined;
  // A page header may repeat the author and date of the first post.
  if (signature.author === first?.author && signature.published === first?.published) return undefined;
  const candidates: number[] = [];
  for (let b = firstBlockFrom(blocks, start); b < blocks.count && blocks.first[b]! < end; b++) {
    if (!isOutside(page, blocks.first[b]!)) candidates.push(b);
  }
  const body = new PostBodies(page, marks).textOf(candidates, 0);
  const prose = body.filter(b => isProse(blocks, b));
  const words = prose.reduce((sum, b) => sum + blocks.words[b]!, 0);
  if (words < LEAST_WORDS || areScattered(page, prose, end)) return undefined;
  const quotes = quotesIn(page, body, 0);
  const node = blocks.node[body[0]!]!;
  return { node, blocks: body, ...signature, depth: 0, ...(quotes.length === 0 ? {} : { quotes }) };
}

const TOGETHER = 0.6;

/** True if no element before `end` contains all texts and no parent has most of them, as in a page header. */
function areScattered({ blocks }: PageMeasurements, texts: readonly number[], end: number): boolean {
  const { tree, node, words } = blocks;
  const byParent = new Map<number, number>();
  let around = node[texts[0]!]!;
  let total = 0;
  for (const b of texts) {
    const parent = tree.parent[node[b]!]!;
    byParent.set(parent, (byParent.get(parent) ?? 0) + words[b]!);
    total += words[b]!;
    while (around > 0 && !tree.contains(around, node[b]!)) around = tree.parent[around]!;
  }
  return tree.end[around]! > end && ![...byParent.values()].some(sum => sum >= total * TOGETHER);
}

/** The strongest mark in a node range. */
function surest<M extends Marks['authors'][number]>(
  marks: readonly M[],
  start: number,
  end: number,
): M | undefined {
  let best: M | undefined;
  for (const mark of marks) {
    if (mark.node >= start && mark.node < end && mark.strength > (best?.strength ?? 0)) best = mark;
  }
  return best;
}

export function leadStart({ blocks, landmarks }: PageMeasurements): number {
  return landmarks.title < 0 ? 0 : blocks.end[landmarks.title]!;
}
