import type { PageDocument } from '../../frame/page-document.js';

/** What a reader says of a part of the page. */
export type Mark = 'missing' | 'extra';

/** A part of the page that can be marked: a block of text, by its node, and whether it was extracted. */
export interface PagePart {
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
 * The parts of a page, one a block. A block that has its element to itself is that element; one that shares it with
 * others is its first text node, so that no mark speaks of more than what is shown.
 */
export function partsOf(decisions: readonly Decided[], page: PageDocument): PagePart[] {
  const shared = new Map<number, number>();
  for (const { node } of decisions) shared.set(node, (shared.get(node) ?? 0) + 1);
  return decisions.flatMap(({ node, textFirst, kept, text }) => {
    const own = shared.get(node) === 1 || textFirst === undefined ? node : textFirst;
    return page.element(own) === undefined ? [] : [{ node: own, text, kept }];
  });
}

/** The part around a node of the page, or -1. */
export function partAt(parts: readonly PagePart[], page: PageDocument, node: number): number {
  const byNode = new Map(parts.map((part, i) => [part.node, i]));
  for (let at = node; at >= 0; at = page.parentOf(at)) {
    const found = byNode.get(at);
    if (found !== undefined) return found;
  }
  return -1;
}

/** What a mark on a part means: what was extracted can only be too much, what was not can only be missing. */
export function markOf({ kept }: PagePart): Mark {
  return kept ? 'extra' : 'missing';
}

/** Sets a mark or takes it away. */
export function toggled(marks: ReadonlyMap<number, Mark>, part: PagePart): ReadonlyMap<number, Mark> {
  const next = new Map(marks);
  if (!next.delete(part.node)) next.set(part.node, markOf(part));
  return next;
}

export function nodesWith(marks: ReadonlyMap<number, Mark>, wanted: Mark): number[] {
  return [...marks].filter(([, mark]) => mark === wanted).map(([node]) => node);
}
