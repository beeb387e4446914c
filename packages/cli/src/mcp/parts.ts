import type { ContentNode } from 'webpith';
import { estimateTokens } from 'webpith';
import { cutText, fittingBlocks } from 'webpith/stages';
import { markdownOf } from './sections.js';

/** What parts two blocks of Markdown, and its cost. */
const GAP = '\n\n';
const GAP_TOKENS = estimateTokens(GAP) + 1;
/** Least tokens that a text is cut to. */
const LEAST = 16;
const MEASURE = {
  write: markdownOf,
  cost: estimateTokens,
  cut: (text: string, room: number) => cutText(text, Math.max(LEAST, room)),
};

/**
 * Blocks as Markdown in parts of at most `size` tokens, cut between blocks; what is larger alone is cut between items,
 * rows, sentences or words, and stays valid Markdown.
 */
export function markdownParts(blocks: readonly ContentNode[], size: number): string[] {
  const parts: string[] = [];
  let open: string[] = [];
  let used = 0;
  const close = () => {
    if (open.length > 0) parts.push(open.join(GAP));
    open = [];
    used = 0;
  };
  for (const part of blocks.flatMap(block => blockParts(block, size))) {
    const cost = estimateTokens(part) + GAP_TOKENS;
    if (used + cost > size) close();
    open.push(part);
    used += cost;
  }
  close();
  return parts;
}

/** One block as parts of Markdown that fit. */
function blockParts(block: ContentNode, size: number): string[] {
  const room = size - GAP_TOKENS;
  const whole = markdownOf([block]);
  if (whole === '') return [];
  if (estimateTokens(whole) <= room) return [whole];
  return fittingBlocks(block, room, MEASURE)
    .map(part => markdownOf([part]))
    .filter(Boolean);
}
