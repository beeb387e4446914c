import type { Blocks } from '../blocks/blocks.js';
import type { RegionDraft } from './regions.js';

/** Share of the threshold that a heading of kept text must reach. Set by hand. */
const HEADING_LENIENCE = 0.35;
/** Share of a section's words that must be kept for its heading to be kept. Set by hand. */
const MOST_OF_SECTION = 0.7;
/** Maximum number of blocks of a section that are considered. Set by hand. */
const LONGEST_SECTION = 40;

/**
 * Keeps headings of sections that are kept. The reverse, dropping headings of dropped sections, was tried and rejected:
 * in listings the heading is the entry (-0.018 F1 there, no gain elsewhere).
 */
export function keepHeadings(blocks: Blocks, draft: RegionDraft): void {
  // From the end, so that decisions on subheadings come first.
  for (let b = blocks.count - 1; b >= 0; b--) {
    if (blocks.level[b] === 0 || draft.isSettled(b) || draft.probability[b]! < draft.cut * HEADING_LENIENCE) continue;
    if (isMostlyKept(blocks, draft, b)) draft.decide(b, 'content', 'heading');
  }
}

function isMostlyKept(blocks: Blocks, draft: RegionDraft, heading: number): boolean {
  const level = blocks.level[heading]!;
  const end = Math.min(blocks.count, heading + 1 + LONGEST_SECTION);
  let words = 0;
  let kept = 0;
  for (let b = heading + 1; b < end; b++) {
    if (blocks.level[b]! > 0 && blocks.level[b]! <= level) break;
    words += blocks.words[b]!;
    if (draft.isKept(b)) kept += blocks.words[b]!;
  }
  return kept > 0 && kept >= words * MOST_OF_SECTION;
}
