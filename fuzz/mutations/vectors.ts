import { VECTORS } from '../../test/attack/vectors/all.js';
import { insertedBetween, type Mutation, utf8 } from './mutation.js';

/** Markup that tries to run a script, whole and cut. */
export const VECTOR_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'vector put in': (page, random) => insertedBetween(page, random, utf8(random.pick(VECTORS).markup)),
  'vectors mixed': (page, random) => {
    const [a, b] = [random.pick(VECTORS).markup, random.pick(VECTORS).markup];
    const mixed = a.slice(0, random.below(a.length + 1)) + b.slice(random.below(b.length + 1));
    return insertedBetween(page, random, utf8(mixed));
  },
};
