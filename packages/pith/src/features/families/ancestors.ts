import type { Page } from '../page.js';
import { type Feature, share } from './columns.js';

const LEVELS = 6;
/** Minimum words of further ancestors that are described, ascending. Set by hand. */
const SIZES = [50, 200];

const A_LEVEL = [
  'words',
  'share of page',
  'link density',
  'blocks',
  'prose share',
  'images a block',
  'controls',
];
const A_SIZE = ['steps', 'link density', 'prose share', 'words a block'];
const NAMES = [
  ...Array.from({ length: LEVELS }, (_, level) => A_LEVEL.map(name => `up ${level + 1}: ${name}`)).flat(),
  ...SIZES.flatMap(size => A_SIZE.map(name => `${size}+: ${name}`)),
];

/** Contents of the elements around the block: one to six levels up, and the nearest with a minimum number of words. */
export const ancestors: Feature = {
  names: NAMES,
  prepare:
    page =>
    ({ values, stride, from, to }, column) => {
      const { node } = page.blocks;
      for (let b = from, at = column * stride; b < to; b++, at++) {
        if (b === from || node[b] !== node[b - 1]) describe(page, node[b]!, values, stride, at);
        else for (let c = 0, i = at; c < NAMES.length; c++, i += stride) values[i] = values[i - 1]!;
      }
    },
};

function describe({ blocks, sums }: Page, node: number, out: Float32Array, stride: number, at: number): void {
  const { parent } = blocks.tree;
  const total = sums.words[0]!;
  let i = at;
  let up = node;
  for (let level = 0; level < LEVELS; level++, i += A_LEVEL.length * stride) {
    up = up > 0 ? parent[up]! : 0;
    const words = sums.words[up]!;
    out[i] = words;
    out[i + stride] = share(words, total);
    out[i + 2 * stride] = share(sums.linkWords[up]!, words);
    out[i + 3 * stride] = sums.blocks[up]!;
    out[i + 4 * stride] = share(sums.proseWords[up]!, words);
    out[i + 5 * stride] = share(sums.images[up]!, sums.blocks[up]!);
    out[i + 6 * stride] = sums.controls[up]!;
  }
  let steps = 0;
  let container = node;
  for (const size of SIZES) {
    while (container > 0 && sums.words[container]! < size) {
      container = parent[container]!;
      steps++;
    }
    out[i] = steps;
    out[i + stride] = share(sums.linkWords[container]!, sums.words[container]!);
    out[i + 2 * stride] = share(sums.proseWords[container]!, sums.words[container]!);
    out[i + 3 * stride] = share(sums.words[container]!, sums.blocks[container]!);
    i += 4 * stride;
  }
}
