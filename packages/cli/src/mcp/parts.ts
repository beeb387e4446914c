import type { ContentNode } from 'webpith';
import { estimateTokens } from 'webpith';
import { cutText } from 'webpith/internals';
import { markdownOf } from './sections.js';

/** What parts two blocks of Markdown, and its cost. */
const GAP = '\n\n';
const GAP_TOKENS = estimateTokens(GAP) + 1;
/** What a fence, or the head of a table, may cost besides the text. */
const FRAME = 24;

/**
 * Blocks as Markdown in parts of at most `size` tokens, cut between blocks; what is larger alone is cut between items,
 * rows or lines, and stays valid Markdown where it can.
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
  for (const piece of blocks.flatMap(block => blockPieces(block, size))) {
    const cost = estimateTokens(piece) + GAP_TOKENS;
    if (used + cost > size) close();
    open.push(piece);
    used += cost;
  }
  close();
  return parts;
}

/** One block as pieces of Markdown that fit. */
function blockPieces(block: ContentNode, size: number): string[] {
  const room = size - GAP_TOKENS;
  const whole = markdownOf([block]);
  if (whole === '') return [];
  if (estimateTokens(whole) <= room) return [whole];
  return smallerBlocks(block, room).flatMap(part => {
    const text = markdownOf([part]);
    return estimateTokens(text) <= room ? [text] : cutText(text, room);
  });
}

/** A block that is too large as several of its kind; one that has no parts comes back as it is. */
function smallerBlocks(block: ContentNode, room: number): ContentNode[] {
  if (block.type === 'code' && room > 2 * FRAME) {
    return cutText(block.text, room - FRAME).map(text => ({ ...block, text }));
  }
  if (block.type === 'quote') return block.children.map(child => ({ ...block, children: [child] }));
  if (block.type === 'list') {
    const first = block.start ?? 1;
    return grouped(block.items, room, items => ({ ...block, items })).map(({ block: part, from }) => ({
      ...part,
      ...(block.ordered ? { start: first + from } : {}),
    })) as ContentNode[];
  }
  if (block.type === 'table') {
    const [head, ...rows] = block.rows;
    if (head === undefined) return [block];
    return grouped(rows, room, some => ({ ...block, rows: [head, ...some] })).map(({ block: part }) => part);
  }
  return [block];
}

/** Members in as few groups as fit, each made into a block. */
function grouped<T>(
  members: readonly T[],
  room: number,
  make: (members: T[]) => ContentNode,
): { readonly block: ContentNode; readonly from: number }[] {
  const groups: { block: ContentNode; from: number }[] = [];
  const frame = estimateTokens(markdownOf([make([])]));
  let open: T[] = [];
  let from = 0;
  let used = frame;
  for (const [index, member] of members.entries()) {
    // A little more than it costs alone: lines that join, and the columns of a table made even.
    const cost = estimateTokens(markdownOf([make([member])])) - frame + 2;
    if (open.length > 0 && used + cost > room) {
      groups.push({ block: make(open), from });
      open = [];
      from = index;
      used = frame;
    }
    open.push(member);
    used += cost;
  }
  if (open.length > 0) groups.push({ block: make(open), from });
  return groups;
}
