/** How far a label reaches: one node alone, or the node and all that it holds. */
export type Scope = 'node' | 'subtree';

/** Where a label lies: a node, or a range of characters inside a text node. */
export interface Place {
  readonly node: number;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** One label of one annotator on a page. */
export interface PageLabel extends Place {
  readonly label: string;
  readonly scope: Scope;
}

/** What an annotator wants: a label at a place, or none there. */
export interface Wish extends Place {
  readonly label: string | null;
  readonly scope?: Scope | undefined;
}

/** A wish on its way to the server; its id makes sending it twice the same as sending it once. */
export interface LabelOperation extends Wish {
  readonly id: string;
}

/** The labels of one annotator on one page, by place. */
export type LabelBook = ReadonlyMap<string, PageLabel>;

/** Two labels with the same key lie at the same place, and the later replaces the earlier. */
export function placeKey({ node, start, end }: Place): string {
  return start === undefined ? `${node}` : `${node}:${start}-${end}`;
}

/** Whether a label lies on characters rather than on a whole node. */
export function isRange(place: Place): place is Place & { start: number; end: number } {
  return place.start !== undefined && place.end !== undefined;
}

/** The labels as a book, later ones winning. */
export function bookOf(labels: Iterable<PageLabel>): LabelBook {
  const book = new Map<string, PageLabel>();
  for (const label of labels) book.set(placeKey(label), label);
  return book;
}

/** The book after some wishes; the one given stays as it is. */
export function withWishes(book: LabelBook, wishes: Iterable<Wish>): LabelBook {
  const next = new Map(book);
  for (const wish of wishes) {
    const key = placeKey(wish);
    if (wish.label === null) next.delete(key);
    else next.set(key, labelFrom(wish, wish.label));
  }
  return next;
}

function labelFrom({ node, start, end, scope = 'node' }: Wish, label: string): PageLabel {
  return start === undefined ? { node, label, scope } : { node, label, scope, start, end };
}
