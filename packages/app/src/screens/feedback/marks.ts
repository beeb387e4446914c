import type { PageDocument } from '../../frame/page-document.js';

/** What a reader says of a part of the page. */
export type Mark = 'missing' | 'extra';

/** A piece of the page that can be marked: a block of text, by its node, and whether it was extracted. */
export interface Piece {
  readonly node: number;
  readonly text: string;
  readonly kept: boolean;
}

/** A decision of the extraction, as far as marking needs it. */
interface Decided {
  readonly node: number;
  readonly kept: boolean;
  readonly text: string;
  readonly textFirst?: number | undefined;
  readonly textEnd?: number | undefined;
}

/**
 * The pieces of a page, one a block. A block that has its element to itself is that element; one that shares it with
 * others is its first text node, so that no mark speaks of more than what is shown.
 */
export function piecesOf(decisions: readonly Decided[], page: PageDocument): Piece[] {
  const shared = new Map<number, number>();
  for (const { node } of decisions) shared.set(node, (shared.get(node) ?? 0) + 1);
  return decisions.flatMap(({ node, textFirst, kept, text }) => {
    const own = shared.get(node) === 1 || textFirst === undefined ? node : textFirst;
    return page.element(own) === undefined ? [] : [{ node: own, text, kept }];
  });
}

/** The piece around a node of the page, or -1. */
export function pieceAt(pieces: readonly Piece[], page: PageDocument, node: number): number {
  const byNode = new Map(pieces.map((piece, i) => [piece.node, i]));
  for (let at = node; at >= 0; at = page.parentOf(at)) {
    const found = byNode.get(at);
    if (found !== undefined) return found;
  }
  return -1;
}

/** What a mark on a piece means: what was extracted can only be too much, what was not can only be missing. */
export function markOf({ kept }: Piece): Mark {
  return kept ? 'extra' : 'missing';
}

/** Sets a mark or takes it away. */
export function toggled(marks: ReadonlyMap<number, Mark>, piece: Piece): ReadonlyMap<number, Mark> {
  const next = new Map(marks);
  if (!next.delete(piece.node)) next.set(piece.node, markOf(piece));
  return next;
}

export function nodesWith(marks: ReadonlyMap<number, Mark>, wanted: Mark): number[] {
  return [...marks].filter(([, mark]) => mark === wanted).map(([node]) => node);
}
