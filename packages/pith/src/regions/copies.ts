import type { Blocks } from '../blocks/blocks.js';
import { HIDDEN } from '../tree/tree.js';

/** Shorter texts repeat by right: "Reply", "Yes", names. */
const SHORTEST_COPY = 8;
/** Less likely blocks are dropped anyway. */
const NEGLIGIBLE = 0.02;
/** How much likelier a later copy must be to stand for all. */
const CLEARLY = 0.02;
/** What a copy that the page hides is worth less than one that it shows. */
const HIDDEN_COPY = 0.5;

/**
 * 1 for each block that says again what another one says: widgets and hidden duplicates print the same text twice. Of
 * several copies the likeliest one stands, the first of equals. Worth +0.004 F1, in forums (quotes) +0.017.
 */
export function findCopies(blocks: Blocks, probability: Float32Array): Uint8Array {
  const copies = new Uint8Array(blocks.count);
  const worth = (block: number) => probability[block]! - (blocks.flags[block]! & HIDDEN ? HIDDEN_COPY : 0);
  const standing = new Map<string, number>();
  for (let b = 0; b < blocks.count; b++) {
    if (blocks.words[b]! < SHORTEST_COPY || probability[b]! < NEGLIGIBLE) continue;
    const words = spoken(blocks.texts[b]!);
    const before = standing.get(words);
    if (before === undefined || worth(b) > worth(before) + CLEARLY) {
      if (before !== undefined) copies[before] = 1;
      standing.set(words, b);
    } else copies[b] = 1;
  }
  return copies;
}

const SILENT = /[^\p{L}\p{N}]+/gu;

/** Letters and digits alone: copies differ in quotes, dashes, white space and capitals of their templates. */
function spoken(text: string): string {
  return text.replace(SILENT, '').toLowerCase();
}
