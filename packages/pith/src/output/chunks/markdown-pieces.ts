import type { ContentNode } from '../../content/content.js';
import { markdownWriter } from '../markdown.js';
import { cut } from './pack.js';
import { type Pieces, piecesOf } from './pieces.js';
import { smallerBlocks } from './smaller-blocks.js';
import { type CountTokens, estimateTokens, PARTS, WeighedText } from './tokens.js';

/** Blocks as Markdown, and the pieces that it is made of: what is larger than a chunk comes apart where Markdown allows. */
export function markdownPieces(
  blocks: readonly ContentNode[],
  size: number,
  count: CountTokens | undefined,
): Pieces {
  const write = markdownWriter(blocks);
  const cost = count ?? estimateTokens;
  const measure = {
    write,
    cost,
    cut: (text: string, room: number) =>
      cut(new WeighedText(text, count), room * PARTS).map(({ start, end }) => text.slice(start, end)),
  };
  const partsOf = (block: ContentNode): ContentNode[] | undefined => {
    if (!DIVISIBLE.has(block.type) || cost(write([block])) <= size) return undefined;
    const parts = smallerBlocks(block, size, measure);
    return parts.length < 2 ? undefined : parts;
  };
  return piecesOf(
    blocks.filter(block => write([block]) !== ''),
    { write, partsOf },
  );
}

const DIVISIBLE: ReadonlySet<ContentNode['type']> = new Set(['code', 'quote', 'list', 'table']);
