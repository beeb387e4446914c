import type { ContentNode } from '../../content/content.js';
import { markdownWriter } from '../markdown.js';
import { cut } from './pack.js';
import { type Pieces, piecesOf } from './pieces.js';
import { fittingBlocks } from './smaller-blocks.js';
import { type CountTokens, estimateTokens, PARTS, WeighedText } from './tokens.js';

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
    const parts = fittingBlocks(block, size, measure);
    return parts.length === 1 && parts[0] === block ? undefined : parts;
  };
  return piecesOf(
    blocks.filter(block => write([block]) !== ''),
    { write, partsOf, mayCut },
  );
}

/**
 * True for prose on one line, which may be cut between any two words. Elsewhere a part could be markup that the whole
 * is not.
 */
function mayCut(markdown: string): boolean {
  return !/[\n`<[*~$]/.test(markdown);
}
