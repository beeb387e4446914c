import { Room } from '../../tree/buffers.js';
import { onceAPage, type PageFacts } from '../measurements/page-measurements.js';
import { isProse } from '../measurements/structure.js';
import { each, eachBeside, type Family, type Fill, group, NOT_THERE, share } from './columns.js';

export const neighbours: Family = {
  ...ofNeighbour('-1', -1),
  ...ofNeighbour('+1', 1),
  ...ofWindow('±3', 3),
  ...ofWindow('±10', 10),
  'steps up to the one before': facts => stepsBeside(facts, -1),
  'steps up to the one after': facts => stepsBeside(facts, 1),
  'blocks since prose': facts => each(onceAPage(facts, proseDistances).before),
  'blocks until prose': facts => each(onceAPage(facts, proseDistances).after),
};

function ofNeighbour(name: string, offset: number): Family {
  return {
    [`${name}: words`]: ({ blocks }) => eachBeside(offset, blocks.words, -1),
    [`${name}: link density`]: ({ blocks }) => quotientBeside(offset, blocks.linkWords, blocks.words),
    [`${name}: kind`]: ({ blocks }) => eachBeside(offset, blocks.kind, 0),
    [`${name}: level`]: ({ blocks }) => eachBeside(offset, blocks.level, 0),
    [`${name}: sentence ends`]: ({ texts }) => eachBeside(offset, texts.sentenceEnds, 0),
    [`${name}: same path`]: ({ paths }) => sameBeside(offset, paths.own.family),
  };
}

function quotientBeside(offset: number, parts: Uint32Array, wholes: Uint32Array): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) {
      const n = b + offset;
      values[i] = n >= 0 && n < parts.length ? share(parts[n]!, wholes[n]!) : 0;
    }
  };
}

function sameBeside(offset: number, family: Int32Array): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) {
      const n = b + offset;
      values[i] = n >= 0 && n < family.length && family[n] === family[b] ? 1 : 0;
    }
  };
}

function ofWindow(name: string, size: number): Family {
  return group([`${name}: words`, `${name}: link density`, `${name}: prose share`], facts => {
    const { words, links, prose } = onceAPage(facts, runningSums);
    const { count } = facts.blocks;
    return ({ values, stride, from, to }, column) => {
      for (let b = from, i = column * stride; b < to; b++, i++) {
        const first = Math.max(0, b - size);
        const end = Math.min(count, b + size + 1);
        const all = words[end]! - words[first]!;
        values[i] = all;
        values[i + stride] = share(links[end]! - links[first]!, all);
        values[i + 2 * stride] = share(prose[end]! - prose[first]!, all);
      }
    };
  });
}

interface Running {
  readonly words: Float64Array;
  readonly links: Float64Array;
  readonly prose: Float64Array;
}

/** Prefix sums over blocks, so that a window is the difference of two entries. */
export function runningSums({ blocks }: PageFacts): Running {
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

function stepsBeside(facts: PageFacts, offset: number): Fill {
  const { count, node } = facts.blocks;
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) {
      const n = b + offset;
      values[i] = n >= 0 && n < count ? stepsUp(facts, node[b]!, node[n]!) : NOT_THERE;
    }
  };
}

/** Number of steps up from `node` to the first element that contains `other`. */
export function stepsUp({ blocks: { tree } }: PageFacts, node: number, other: number): number {
  let steps = 0;
  for (let n = node; n > 0 && !tree.contains(n, other); n = tree.parent[n]!) steps++;
  return steps;
}

/** Distance in blocks to the nearest prose block on either side, at most 200. */
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
