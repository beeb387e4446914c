import type { ContentNode, Footnote } from '../content/content.js';

/** Number of each footnote by id, in order of appearance from 1. */
export function footnoteNumbers(blocks: readonly ContentNode[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const note of footnotesIn(blocks)) if (!numbers.has(note.id)) numbers.set(note.id, numbers.size + 1);
  return numbers;
}

export function footnotesIn(blocks: readonly ContentNode[]): Footnote[] {
  return blocks.flatMap(block => {
    if (block.type === 'footnotes') return block.items;
    return block.type === 'paragraph' ? [] : blocksInside(block).flatMap(footnotesIn);
  });
}

function blocksInside(block: ContentNode): readonly (readonly ContentNode[])[] {
  switch (block.type) {
    case 'list':
      return block.items.map(item => item.children);
    case 'quote':
    case 'details':
      return [block.children];
    case 'table':
      return block.rows.flatMap(row => row.cells.map(cell => cell.children));
    case 'figure':
      return [block.media];
    case 'definitions':
      return block.items.flatMap(item => item.descriptions);
    default:
      return [];
  }
}
