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
export interface Edit extends Place {
  readonly label: string | null;
  readonly scope?: Scope | undefined;
}

/** A edit on its way to the server; its id makes sending it twice the same as sending it once. */
export interface LabelOperation extends Edit {
  readonly id: string;
}

/** The labels of one annotator on one page, by place. */
export type LabelMap = ReadonlyMap<string, PageLabel>;

/** Two labels with the same key lie at the same place, and the later replaces the earlier. */
export function placeKey({ node, start, end }: Place): string {
  return start === undefined ? `${node}` : `${node}:${start}-${end}`;
}

/** Whether a label lies on characters rather than on a whole node. */
export function isRange(place: Place): place is Place & { start: number; end: number } {
  return place.start !== undefined && place.end !== undefined;
}

/** The labels as a labelMap, later ones winning. */
export function labelMapOf(labels: Iterable<PageLabel>): LabelMap {
  const labelMap = new Map<string, PageLabel>();
  for (const label of labels) labelMap.set(placeKey(label), label);
  return labelMap;
}

/** The labelMap after some edits; the one given stays as it is. */
export function withEdits(labelMap: LabelMap, edits: Iterable<Edit>): LabelMap {
  const next = new Map(labelMap);
  for (const edit of edits) {
    const key = placeKey(edit);
    if (edit.label === null) next.delete(key);
    else next.set(key, labelFrom(edit, edit.label));
  }
  return next;
}

function labelFrom({ node, start, end, scope = 'node' }: Edit, label: string): PageLabel {
  return start === undefined ? { node, label, scope } : { node, label, scope, start, end };
}
