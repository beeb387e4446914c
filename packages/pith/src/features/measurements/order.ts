import type { Blocks } from '../../blocks/blocks.js';
import { ColumnBuffer } from '../../tree/buffers.js';
import { TAG } from '../../tree/names.js';
import type { PageTree } from '../../tree/tree.js';
import { isProse } from './structure.js';

/** Prefix sums over blocks: the sum of a window is the difference of two entries. */
export interface RunningSums {
  readonly words: Float64Array;
  readonly links: Float64Array;
  readonly prose: Float64Array;
}

export function runningSums(blocks: Blocks): RunningSums {
  const n = blocks.count;
  const room = new ColumnBuffer(n + 1, 24, 3);
  const sums = { words: room.float64(n + 1), links: room.float64(n + 1), prose: room.float64(n + 1) };
  for (let b = 0; b < n; b++) {
    sums.words[b + 1] = sums.words[b]! + blocks.words[b]!;
    sums.links[b + 1] = sums.links[b]! + blocks.linkWords[b]!;
    sums.prose[b + 1] = sums.prose[b]! + (isProse(blocks, b) ? blocks.words[b]! : 0);
  }
  return sums;
}

/** Distance in blocks to the nearest prose block on either side, at most `FURTHEST`. */
export interface ProseDistances {
  readonly before: Float32Array;
  readonly after: Float32Array;
}

const FURTHEST = 200;

export function proseDistances(blocks: Blocks): ProseDistances {
  const n = blocks.count;
  const room = new ColumnBuffer(n, 8, 2);
  const before = room.float32(n);
  const after = room.float32(n);
  for (let b = 0, distance = FURTHEST; b < n; b++) {
    before[b] = Math.min(FURTHEST, distance);
    distance = isProse(blocks, b) ? 1 : distance + 1;
  }
  for (let b = n - 1, distance = FURTHEST; b >= 0; b--) {
    after[b] = Math.min(FURTHEST, distance);
    distance = isProse(blocks, b) ? 1 : distance + 1;
  }
  return { before, after };
}

/** Number of headings up to each block, counted from the title or, before it, from the start of the page. */
export interface HeadingCounts {
  /** Headings of level 1, and of the title's level. */
  readonly first: Uint32Array;
  readonly like: Uint32Array;
  readonly all: Uint32Array;
}

export function headingCounts({ level, count }: Blocks, title: number): HeadingCounts {
  const room = new ColumnBuffer(count, 12, 3);
  const counts = { first: room.uint32(count), like: room.uint32(count), all: room.uint32(count) };
  const titleLevel = (title >= 0 ? level[title]! : 0) || 1;
  let [first, like, all] = [0, 0, 0];
  for (let b = 0; b < count; b++) {
    const own = level[b]!;
    if (b === title) first = like = all = 0;
    else if (own !== 0) {
      all++;
      if (own === 1) first++;
      if (own === titleLevel) like++;
    }
    counts.first[b] = first;
    counts.like[b] = like;
    counts.all[b] = all;
  }
  return counts;
}

/** The outermost `article` around every node (-1 if none), and its number from 1 (0 if none). */
export interface Articles {
  readonly outermost: Int32Array;
  readonly number: Uint32Array;
}

export function articles({ tag, end, count }: PageTree): Articles {
  const room = new ColumnBuffer(count, 8, 2);
  const outermost = room.int32(count).fill(-1);
  const number = room.uint32(count);
  let found = 0;
  for (let node = tag.indexOf(TAG.article); node >= 0; node = tag.indexOf(TAG.article, end[node])) {
    outermost.fill(node, node, end[node]);
    number.fill(++found, node, end[node]);
  }
  return { outermost, number };
}
