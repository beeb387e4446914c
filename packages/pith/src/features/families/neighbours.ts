import { Room } from '../../tree/room.js';
import { isProse } from '../facts/node-sums.js';
import type { PageFacts } from '../facts/page-facts.js';
import { type Family, type Stripe, share, writeEach } from './family.js';

const OFFSETS = [-1, 1];
const A_NEIGHBOUR = ['words', 'link density', 'kind', 'level', 'sentence ends', 'same path'];
const WINDOWS = [3, 10];

/** The blocks before and after. */
export const neighbours: Family = {
  name: 'neighbours',
  features: [
    ...OFFSETS.flatMap(offset => A_NEIGHBOUR.map(name => `${offset > 0 ? '+' : ''}${offset}: ${name}`)),
    ...WINDOWS.flatMap(size => [`±${size}: words`, `±${size}: link density`, `±${size}: prose share`]),
    'steps up to the one before',
    'steps up to the one after',
    'blocks since prose',
    'blocks until prose',
  ],
  prepare(facts) {
    const { blocks } = facts;
    const running = runningSums(facts);
    const since = proseDistances(facts);
    return (stripe, column) => {
      let c = column;
      for (const offset of OFFSETS) {
        writeNeighbours(facts, offset, stripe, c);
        c += A_NEIGHBOUR.length;
      }
      for (const size of WINDOWS) {
        writeWindows(running, size, blocks.count, stripe, c);
        c += 3;
      }
      const { values, stride, from, to } = stripe;
      for (let b = from, i = c * stride; b < to; b++, i++) {
        values[i] = b > 0 ? stepsUp(facts, blocks.node[b]!, blocks.node[b - 1]!) : 40;
        values[i + stride] = b + 1 < blocks.count ? stepsUp(facts, blocks.node[b]!, blocks.node[b + 1]!) : 40;
      }
      writeEach(stripe, c + 2, since.before);
      writeEach(stripe, c + 3, since.after);
    };
  },
};

function writeNeighbours(
  { blocks, texts, paths }: PageFacts,
  offset: number,
  { values, stride, from, to }: Stripe,
  column: number,
): void {
  for (let b = from, i = column * stride; b < to; b++, i++) {
    const n = b + offset;
    if (n < 0 || n >= blocks.count) {
      values[i] = -1;
      for (let k = 1; k < A_NEIGHBOUR.length; k++) values[i + k * stride] = 0;
      continue;
    }
    values[i] = blocks.words[n]!;
    values[i + stride] = share(blocks.linkWords[n]!, blocks.words[n]!);
    values[i + 2 * stride] = blocks.kind[n]!;
    values[i + 3 * stride] = blocks.level[n]!;
    values[i + 4 * stride] = texts.sentenceEnds[n]!;
    values[i + 5 * stride] = paths.own[n] === paths.own[b] ? 1 : 0;
  }
}

interface Running {
  readonly words: Float64Array;
  readonly links: Float64Array;
  readonly prose: Float64Array;
}

/** Sums over all blocks before each: a window is then a difference of two entries. */
function runningSums({ blocks }: PageFacts): Running {
  const n = blocks.count;
  const room = new Room(n + 1, 24, 3);
  const sums = { words: room.float64(n + 1), links: room.float64(n + 1), prose: room.float64(n + 1) };
  for (let b = 0; b < n; b++) {
    sums.words[b + 1] = sums.words[b]! + blocks.words[b]!;
    sums.links[b + 1] = sums.links[b]! + blocks.linkWords[b]!;
    sums.prose[b + 1] = sums.prose[b]! + (isProse(blocks, b) ? blocks.words[b]! : 0);
  }
  return sums;
}

function writeWindows(
  sums: Running,
  size: number,
  count: number,
  { values, stride, from, to }: Stripe,
  column: number,
): void {
  for (let b = from, i = column * stride; b < to; b++, i++) {
    const first = Math.max(0, b - size);
    const end = Math.min(count, b + size + 1);
    const words = sums.words[end]! - sums.words[first]!;
    values[i] = words;
    values[i + stride] = share(sums.links[end]! - sums.links[first]!, words);
    values[i + 2 * stride] = share(sums.prose[end]! - sums.prose[first]!, words);
  }
}

/** How many steps up from `node` the first element stands that holds `other` too. */
export function stepsUp({ blocks: { tree } }: PageFacts, node: number, other: number): number {
  let steps = 0;
  for (let n = node; n > 0 && !tree.contains(n, other); n = tree.parent[n]!) steps++;
  return steps;
}

/** Blocks between each block and the nearest prose block on either side; 200 when there is none. */
function proseDistances({ blocks }: PageFacts): { before: Float32Array; after: Float32Array } {
  const n = blocks.count;
  const room = new Room(n, 8, 2);
  const before = room.float32(n);
  const after = room.float32(n);
  for (let b = 0, distance = 200; b < n; b++) {
    before[b] = Math.min(200, distance);
    distance = isProse(blocks, b) ? 1 : distance + 1;
  }
  for (let b = n - 1, distance = 200; b >= 0; b--) {
    after[b] = Math.min(200, distance);
    distance = isProse(blocks, b) ? 1 : distance + 1;
  }
  return { before, after };
}
