import type { Page } from '../page.js';
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
    'blocks since prose': ({ proseDistances }) => perBlock(proseDistances.before),
    'blocks until prose': ({ proseDistances }) => perBlock(proseDistances.after),
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
    const { words, links, prose } = page.runningSums;
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

function stepsToOffset(page: Page, offset: number): Fill {
  const { count, node } = page.blocks;
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++) {
      const n = b + offset;
      values[i] = n >= 0 && n < count ? stepsUp(page, node[b]!, node[n]!) : NO_ANCESTOR;
    }
  };
}

/** Number of steps up from `node` to the first element that contains `other`. */
export function stepsUp({ blocks: { tree } }: Page, node: number, other: number): number {
  let steps = 0;
  for (let n = node; n > 0 && !tree.contains(n, other); n = tree.parent[n]!) steps++;
  return steps;
}
