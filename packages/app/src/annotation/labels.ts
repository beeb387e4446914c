import { isLeaf, type Outline, type OutlineNode } from './outline.js';

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
function isRange(place: Place): place is Place & { start: number; end: number } {
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

/** The label that holds for a node, and whether it lies on the node itself or comes from a subtree around it. */
export interface Effective {
  readonly label: string;
  readonly isOwn: boolean;
}

/** The label that holds for each node of the outline, by index: its own, else that of the nearest labelled subtree around it. */
export function effectiveLabels({ nodes }: Outline, labelMap: LabelMap): (Effective | undefined)[] {
  const effective: (Effective | undefined)[] = [];
  const inherited: (string | undefined)[] = [];
  for (const [i, { node, parent }] of nodes.entries()) {
    const own = labelMap.get(placeKey({ node }));
    const above = parent < 0 ? undefined : inherited[parent];
    const label = own?.label ?? above;
    effective[i] = label === undefined ? undefined : { label, isOwn: own !== undefined };
    inherited[i] = own?.scope === 'subtree' ? own.label : above;
  }
  return effective;
}

/** The labels that lie on characters, by the id of their text node. */
export function rangesByNode(labelMap: LabelMap): Map<number, PageLabel[]> {
  const ranges = new Map<number, PageLabel[]>();
  for (const label of labelMap.values()) {
    if (!isRange(label)) continue;
    const list = ranges.get(label.node);
    if (list) list.push(label);
    else ranges.set(label.node, [label]);
  }
  return ranges;
}

/** How many shown leaves have a label, wholly or on some characters, and how many there are. */
export function coverage(
  outline: Outline,
  effective: readonly (Effective | undefined)[],
  ranges: ReadonlyMap<number, unknown>,
): { readonly labelled: number; readonly leaves: number } {
  let labelled = 0;
  for (const leaf of outline.leaves) if (effective[leaf] || ranges.has(outline.nodes[leaf]!.node)) labelled++;
  return { labelled, leaves: outline.leaves.length };
}

/** Characters of a text node. */
export interface TextRange {
  readonly node: number;
  readonly start: number;
  readonly end: number;
}

/**
 * How far a label reaches when the annotator says nothing else. Segments are judged element by element: a good one inside
 * a bad one is another answer, so nothing is inherited.
 */
export function defaultScope(onElements: boolean, node: OutlineNode): Scope {
  return isLeaf(node) || onElements ? 'node' : 'subtree';
}

/** Labels a node. A label on a whole subtree clears what lay inside: what is seen afterwards is one label. */
export function labelNode(
  outline: Outline,
  labelMap: LabelMap,
  index: number,
  label: string | null,
  scope: Scope,
): Edit[] {
  const { node } = outline.nodes[index]!;
  const own: Edit = label === null ? { node, label } : { node, label, scope };
  return scope === 'subtree' ? [...clearInside(outline, labelMap, index), own] : [own];
}

/** Takes every label off a node and all that it holds. */
export function clearSubtree(outline: Outline, labelMap: LabelMap, index: number): Edit[] {
  return [...clearInside(outline, labelMap, index), { node: outline.nodes[index]!.node, label: null }];
}

function clearInside(outline: Outline, labelMap: LabelMap, index: number): Edit[] {
  const { end } = outline.nodes[index]!;
  const edits: Edit[] = [];
  for (const { node, start, end: stop } of labelMap.values()) {
    const at = outline.at.get(node);
    if (at === undefined || at < index || at >= end) continue;
    if (at === index && start === undefined) continue;
    edits.push(start === undefined ? { node, label: null } : { node, start, end: stop, label: null });
  }
  return edits;
}

/** Labels characters. Ranges that overlap one of them are replaced, so that no character has two labels. */
export function labelRanges(labelMap: LabelMap, ranges: readonly TextRange[], label: string | null): Edit[] {
  const edits: Edit[] = [];
  for (const { node, start, end } of labelMap.values()) {
    if (start === undefined || end === undefined) continue;
    const hit = ranges.some(range => range.node === node && range.start < end && start < range.end);
    if (hit) edits.push({ node, start, end, label: null });
  }
  if (label !== null) for (const range of ranges) edits.push({ ...range, label, scope: 'node' });
  return edits;
}

/** A label that a method would give. */
export interface Suggestion {
  readonly node: number;
  readonly label: string;
  readonly probability?: number | undefined;
}

/** Suggestions by the id of their node. */
export type Suggestions = ReadonlyMap<number, Suggestion>;

/** Suggestions of a page by node, later ones winning. */
export function suggestionsOf(list: readonly Suggestion[]): Suggestions {
  return new Map(list.map(each => [each.node, each]));
}

/** Suggestions that still wait for an answer: those on nodes without a label. A label of another name is a correction. */
export function openSuggestions(
  outline: Outline,
  suggestions: Suggestions,
  effective: readonly (Effective | undefined)[],
): Suggestion[] {
  const open: Suggestion[] = [];
  for (const suggestion of suggestions.values()) {
    const at = outline.at.get(suggestion.node);
    if (at !== undefined && outline.nodes[at]!.isShown && !effective[at]) open.push(suggestion);
  }
  return open;
}

/** Those inside a subtree. */
export function suggestionsInside(
  outline: Outline,
  open: readonly Suggestion[],
  index: number,
): Suggestion[] {
  const { end } = outline.nodes[index]!;
  return open.filter(({ node }) => {
    const at = outline.at.get(node) ?? -1;
    return at >= index && at < end;
  });
}

/** The edits that take suggestions over as one's own labels. */
export function accept(outline: Outline, onElements: boolean, suggestions: readonly Suggestion[]): Edit[] {
  return suggestions.map(({ node, label }) => ({
    node,
    label,
    scope: defaultScope(onElements, outline.nodes[outline.at.get(node)!]!),
  }));
}

/** How many suggestions of each label wait, most first. */
export function countByLabel(suggestions: readonly Suggestion[]): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { label } of suggestions) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
