import { isProse } from '../facts/node-sums.js';
import type { PageFacts } from '../facts/page-facts.js';
import { type Family, share } from './family.js';

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
  fill(facts, rows, width, at) {
    const { blocks } = facts;
    const running = runningSums(facts);
    const since = proseDistances(facts);
    for (let b = 0; b < blocks.count; b++) {
      let i = b * width + at;
      for (const offset of OFFSETS) i = writeNeighbour(facts, b, b + offset, rows, i);
      for (const size of WINDOWS) i = writeWindow(running, b, size, blocks.count, rows, i);
      rows[i++] = b > 0 ? stepsUp(facts, blocks.node[b]!, blocks.node[b - 1]!) : 40;
      rows[i++] = b + 1 < blocks.count ? stepsUp(facts, blocks.node[b]!, blocks.node[b + 1]!) : 40;
      rows[i++] = since.before[b]!;
      rows[i++] = since.after[b]!;
    }
  },
};

function writeNeighbour(
  { blocks, texts, paths }: PageFacts,
  b: number,
  n: number,
  rows: Float32Array,
  at: number,
): number {
  let i = at;
  if (n < 0 || n >= blocks.count) {
    rows[i] = -1;
    return i + A_NEIGHBOUR.length;
  }
  rows[i++] = blocks.words[n]!;
  rows[i++] = share(blocks.linkWords[n]!, blocks.words[n]!);
  rows[i++] = blocks.kind[n]!;
  rows[i++] = blocks.level[n]!;
  rows[i++] = texts.sentenceEnds[n]!;
  rows[i++] = paths.own[n] === paths.own[b] ? 1 : 0;
  return i;
}

interface Running {
  readonly words: Float64Array;
  readonly links: Float64Array;
  readonly prose: Float64Array;
}

/** Sums over all blocks before each: a window is then a difference of two entries. */
function runningSums({ blocks }: PageFacts): Running {
  const n = blocks.count;
  const sums = {
    words: new Float64Array(n + 1),
    links: new Float64Array(n + 1),
    prose: new Float64Array(n + 1),
  };
  for (let b = 0; b < n; b++) {
    sums.words[b + 1] = sums.words[b]! + blocks.words[b]!;
    sums.links[b + 1] = sums.links[b]! + blocks.linkWords[b]!;
    sums.prose[b + 1] = sums.prose[b]! + (isProse(blocks, b) ? blocks.words[b]! : 0);
  }
  return sums;
}

function writeWindow(
  sums: Running,
  b: number,
  size: number,
  count: number,
  rows: Float32Array,
  at: number,
): number {
  const from = Math.max(0, b - size);
  const to = Math.min(count, b + size + 1);
  const words = sums.words[to]! - sums.words[from]!;
  rows[at] = words;
  rows[at + 1] = share(sums.links[to]! - sums.links[from]!, words);
  rows[at + 2] = share(sums.prose[to]! - sums.prose[from]!, words);
  return at + 3;
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
  const before = new Float32Array(n);
  const after = new Float32Array(n);
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
