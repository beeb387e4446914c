import type { Blocks } from '../blocks/blocks.js';
import { expectedF1Cut } from './expected-f1.js';
import { REASONS, ROLE, type Regions } from './regions.js';

/** Decides about every block. */
export function regionsFromScores(blocks: Blocks, probability: Float32Array, lean = 0): Regions {
  const cut = expectedF1Cut(probability, blocks.words, lean);
  const role = new Uint8Array(blocks.count);
  const reason = new Uint8Array(blocks.count);
  const above = REASONS.indexOf('probability above the cut of this page');
  for (let b = 0; b < blocks.count; b++) {
    if (probability[b]! < cut) continue;
    role[b] = ROLE.content;
    reason[b] = above;
  }
  return { role, probability, reason, cut };
}
