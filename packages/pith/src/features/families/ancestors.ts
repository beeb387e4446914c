import type { PageFacts } from '../facts/page-facts.js';
import { type Family, share } from './family.js';

const LEVELS = 6;
const A_LEVEL = [
  'words',
  'share of page',
  'link density',
  'blocks',
  'prose share',
  'images a block',
  'controls',
];
/** Containers of a size: the nearest ancestor that holds at least so many words. */
const SIZES = [50, 200];

/** What the elements around the block hold, one to six levels up, and in the nearest that hold a given size. */
export const ancestors: Family = {
  name: 'ancestors',
  features: [
    ...Array.from({ length: LEVELS }, (_, level) => A_LEVEL.map(name => `up ${level + 1}: ${name}`)).flat(),
    ...SIZES.flatMap(size =>
      ['steps', 'link density', 'prose share', 'words a block'].map(name => `${size}+: ${name}`),
    ),
  ],
  fill(facts, rows, width, at) {
    const { blocks } = facts;
    const features = LEVELS * A_LEVEL.length + SIZES.length * 4;
    const buffer = new Float32Array(features);
    let lastNode = -1;
    for (let b = 0; b < blocks.count; b++) {
      const node = blocks.node[b]!;
      if (node !== lastNode) describe(facts, node, buffer);
      rows.set(buffer, b * width + at);
      lastNode = node;
    }
  },
};

function describe({ blocks, sums }: PageFacts, node: number, out: Float32Array): void {
  const { parent } = blocks.tree;
  const total = sums.words[0]!;
  let i = 0;
  let up = node;
  for (let level = 0; level < LEVELS; level++) {
    up = up > 0 ? parent[up]! : 0;
    const words = sums.words[up]!;
    out[i++] = words;
    out[i++] = share(words, total);
    out[i++] = share(sums.linkWords[up]!, words);
    out[i++] = sums.blocks[up]!;
    out[i++] = share(sums.proseWords[up]!, words);
    out[i++] = share(sums.images[up]!, sums.blocks[up]!);
    out[i++] = sums.controls[up]!;
  }
  for (const size of SIZES) {
    let steps = 0;
    let holder = node;
    while (holder > 0 && sums.words[holder]! < size) {
      holder = parent[holder]!;
      steps++;
    }
    out[i++] = steps;
    out[i++] = share(sums.linkWords[holder]!, sums.words[holder]!);
    out[i++] = share(sums.proseWords[holder]!, sums.words[holder]!);
    out[i++] = share(sums.words[holder]!, sums.blocks[holder]!);
  }
}
