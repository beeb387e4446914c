import type { ContentNode } from '../../content/content.js';
import { markdownWriter } from '../markdown.js';
import { cut } from './pack.js';
import { type Pieces, piecesOf } from './pieces.js';
import { fittingBlocks } from './smaller-blocks.js';
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
    const parts = fittingBlocks(block, size, measure);
    return parts.length === 1 && parts[0] === block ? undefined : parts;
  };
  return piecesOf(
    blocks.filter(block => write([block]) !== ''),
    { write, partsOf, mayCut },
  );
}

/**
 * Whether Markdown may be cut between any two words: it is prose on one line. Elsewhere a part might be markup that the whole
 * is not.
 */
function mayCut(markdown: string): boolean {
  return !/[\n`<[*~$]/.test(markdown);
}
