import type { PageFacts } from '../facts/page-facts.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS } from '../name-groups.js';
import { writeAll } from './columns.js';
import { type Family, group, type Stripe } from './family.js';


/** Distance to the nearest element whose class, id, role or property belongs to each name group. */
export const names: Family = group(
  NAME_GROUPS.map(name => `named: ${name}`),
  facts => (stripe, column) => {
    writeAll(stripe, column, NAME_GROUPS.length, NONE);
    for (let b = stripe.from; b < stripe.to; b++) climbNames(facts, b, stripe, column);
  },
);

function climbNames(
  { blocks, names: { groups } }: PageFacts,
  block: number,
  { values, stride, from }: Stripe,
  column: number,
): void {
  const { parent } = blocks.tree;
  const at = column * stride + block - from;
  for (let n = blocks.node[block]!, steps = 0; n > 0 && steps < NONE; n = parent[n]!, steps++) {
    for (let word = 0; word < GROUP_WORDS_PER_NODE; word++) {
      for (let bits = groups[n * GROUP_WORDS_PER_NODE + word]!; bits !== 0; bits &= bits - 1) {
        const place = at + (word * 32 + 31 - Math.clz32(bits & -bits)) * stride;
        if (values[place] === NONE) values[place] = steps;
      }
    }
  }
}
