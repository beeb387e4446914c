import { ColumnBuffer } from '../../tree/buffers.js';
import { oncePerPage, type PageMeasurements } from '../measurements/page-measurements.js';
import { isProse } from '../measurements/structure.js';
import {
  atOffset,
  columns,
  type Family,
  type Feature,
  type Fill,
  NO_ANCESTOR,
  type Prepare,
  perBlock,
  share,
} from './columns.js';

export const neighbours: Family = [
  ...neighbourFeatures('-1', -1),
  ...neighbourFeatures('+1', 1),
  windowFeature('±3', 3),
  windowFeature('±10', 10),
  ...columns({
    'steps up to the one before': page => stepsToOffset(page, -1),
    'steps up to the one after': page => stepsToOffset(page, 1),
    'blocks since prose': page => perBlock(proseDistances(page).before),
    'blocks until prose': page => perBlock(proseDistances(page).after),
  }),
];

function neighbourFeatures(name: string, offset: number): Family {
  return columns({
    [`${name}: words`]: ({ blocks }) => atOffset(offset, blocks.words, -1),
    [`${name}: link density`]: ({ blocks }) => ratioAtOffset(offset, blocks.linkWords, blocks.words),
    [`${name}: kind`]: ({ blocks }) => atOffset(offset, blocks.kind, 0),
    [`${name}: level`]: ({ blocks }) => atOffset(offset, blocks.level, 0),
    [`${name}: sentence ends`]: ({ texts }) => atOffset(offset, texts.sentenceEnds, 0),
    [`${name}: same path`]: ({ paths }) => samePathAtOffset(offset, paths.own.group),
  });
}

function ratioAtOffset(offset: number, parts: Uint32Array, wholes: Uint32Array): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) {
      const n = b + offset;
      values[i] = n >= 0 && n < parts.length ? share(parts[n]!, wholes[n]!) : 0;
    }
  };
}

function samePathAtOffset(offset: number, group: Int32Array): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) {
      const n = b + offset;
      values[i] = n >= 0 && n < group.length && group[n] === group[b] ? 1 : 0;
    }
  };
}

function windowFeature(name: string, size: number): Feature {
  const names = [`${name}: words`, `${name}: link density`, `${name}: prose share`];
  const prepare: Prepare = page => {
    const { words, links, prose } = runningSums(page);
    const { count } = page.blocks;
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
  };
  return { names, prepare };
}

/** Prefix sums over blocks: the sum of a window is the difference of two entries. */
export const runningSums = oncePerPage(({ blocks }) => {
  const n = blocks.count;
  const room = new ColumnBuffer(n + 1, 24, 3);
  const sums = { words: room.float64(n + 1), links: room.float64(n + 1), prose: room.float64(n + 1) };
  for (let b = 0; b < n; b++) {
    sums.words[b + 1] = sums.words[b]! + blocks.words[b]!;
    sums.links[b + 1] = sums.links[b]! + blocks.linkWords[b]!;
    sums.prose[b + 1] = sums.prose[b]! + (isProse(blocks, b) ? blocks.words[b]! : 0);
  }
  return sums;
});

function stepsToOffset(page: PageMeasurements, offset: number): Fill {
  const { count, node } = page.blocks;
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) {
      const n = b + offset;
      values[i] = n >= 0 && n < count ? stepsUp(page, node[b]!, node[n]!) : NO_ANCESTOR;
    }
  };
}

/** Number of steps up from `node` to the first element that contains `other`. */
export function stepsUp({ blocks: { tree } }: PageMeasurements, node: number, other: number): number {
  let steps = 0;
  for (let n = node; n > 0 && !tree.contains(n, other); n = tree.parent[n]!) steps++;
  return steps;
}

/** Distance in blocks to the nearest prose block on either side, at most 200. */
const proseDistances = oncePerPage(({ blocks }) => {
  const n = blocks.count;
  const room = new ColumnBuffer(n, 8, 2);
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
});
