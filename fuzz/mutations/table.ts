import { ATTRIBUTE_MUTATIONS } from './attributes.js';
import { BYTE_MUTATIONS } from './bytes.js';
import { METADATA_MUTATIONS } from './metadata.js';
import type { Mutation } from './mutation.js';
import { STRUCTURE_MUTATIONS } from './structure.js';
import { TAG_MUTATIONS } from './tags.js';
import { TEXT_MUTATIONS } from './text.js';
import { VECTOR_MUTATIONS } from './vectors.js';

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  ...TAG_MUTATIONS,
  ...ATTRIBUTE_MUTATIONS,
  ...TEXT_MUTATIONS,
  ...BYTE_MUTATIONS,
  ...STRUCTURE_MUTATIONS,
  ...METADATA_MUTATIONS,
  ...VECTOR_MUTATIONS,
};

export const MUTATION_NAMES: readonly string[] = Object.keys(MUTATIONS);
