import type { PageFacts } from '../facts/page-facts.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS } from '../name-groups.js';
import type { Family } from './family.js';

/** No such ancestor. */
const NONE = 40;

/** How far up the nearest element is whose class, id, role or property carries each meaning. */
export const names: Family = {
  name: 'names',
  features: NAME_GROUPS.map(group => `named: ${group}`),
  fill(facts, rows, width, at) {
    const { blocks } = facts;
    const near = new Float32Array(NAME_GROUPS.length);
    let lastNode = -1;
    for (let b = 0; b < blocks.count; b++) {
      const node = blocks.node[b]!;
      if (node !== lastNode) climb(facts, node, near);
      rows.set(near, b * width + at);
      lastNode = node;
    }
  },
};

function climb({ blocks, names: { groups } }: PageFacts, node: number, near: Float32Array): void {
  near.fill(NONE);
  const { parent } = blocks.tree;
  for (let n = node, steps = 0; n > 0 && steps < NONE; n = parent[n]!, steps++) {
    for (let word = 0; word < GROUP_WORDS_PER_NODE; word++) {
      for (let bits = groups[n * GROUP_WORDS_PER_NODE + word]!; bits !== 0; bits &= bits - 1) {
        const group = word * 32 + 31 - Math.clz32(bits & -bits);
        if (near[group] === NONE) near[group] = steps;
      }
    }
  }
}
