import { isLeaf, type Outline, type OutlineNode } from './outline.js';

export type Scope = 'node' | 'subtree';

export interface Place {
  readonly node: number;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface PageLabel extends Place {
  readonly label: string;
  readonly scope: Scope;
}

/** A label to set at a place, or null to remove the label there. */
export interface Edit extends Place {
  readonly label: string | null;
  readonly scope?: Scope | undefined;
}

/** An edit to send to the server; the id makes sending it idempotent. */
export interface LabelOperation extends Edit {
  readonly id: string;
}

export type LabelMap = ReadonlyMap<string, PageLabel>;

export function placeKey({ node, start, end }: Place): string {
  return start === undefined ? `${node}` : `${node}:${start}-${end}`;
}

export function labelMapOf(labels: Iterable<PageLabel>): LabelMap {
  const labelMap = new Map<string, PageLabel>();
  for (const label of labels) labelMap.set(placeKey(label), label);
  return labelMap;
}

export function withEdits(labelMap: LabelMap, edits: Iterable<Edit>): LabelMap {
  const next = new Map(labelMap);
  for (const edit of edits) {
    const key = placeKey(edit);
    const { node, start, end, label, scope = 'node' } = edit;
    if (label === null) next.delete(key);
    else next.set(key, { node, start, end, label, scope });
  }
  return next;
}

/** The label that applies to a node; `isOwn` is false if it is inherited from a labelled subtree. */
export interface Effective {
  readonly label: string;
  readonly isOwn: boolean;
}

/** The label in effect for each outline node, by index: its own, else that of the nearest labelled subtree. */
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

export function rangesByNode(labelMap: LabelMap): Map<number, PageLabel[]> {
  const ranges = new Map<number, PageLabel[]>();
  for (const label of labelMap.values()) {
    if (label.start === undefined) continue;
    const list = ranges.get(label.node);
    if (list) list.push(label);
    else ranges.set(label.node, [label]);
  }
  return ranges;
}

export function coverage(
  outline: Outline,
  effective: readonly (Effective | undefined)[],
  ranges: ReadonlyMap<number, unknown>,
): { readonly labelled: number; readonly leaves: number } {
  let labelled = 0;
  for (const leaf of outline.leaves) if (effective[leaf] || ranges.has(outline.nodes[leaf]!.node)) labelled++;
  return { labelled, leaves: outline.leaves.length };
}

export interface TextRange {
  readonly node: number;
  readonly start: number;
  readonly end: number;
}

/** Labels on elements are never inherited: a good segment inside a bad one is a separate decision. */
export function defaultScope(onElements: boolean, node: OutlineNode): Scope {
  return isLeaf(node) || onElements ? 'node' : 'subtree';
}

export function labelNode(
  outline: Outline,
  labelMap: LabelMap,
  index: number,
  label: string,
  scope: Scope,
): Edit[] {
  const own: Edit = { node: outline.nodes[index]!.node, label, scope };
  return scope === 'subtree' ? [...clearInside(outline, labelMap, index), own] : [own];
}

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
    edits.push({ node, start, end: stop, label: null });
  }
  return edits;
}

/** Labels ranges of text, replacing overlapping ranges so that no character has two labels. */
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

export interface Suggestion {
  readonly node: number;
  readonly label: string;
  readonly probability?: number | undefined;
}

export type Suggestions = ReadonlyMap<number, Suggestion>;

export function suggestionsOf(list: readonly Suggestion[]): Suggestions {
  return new Map(list.map(each => [each.node, each]));
}

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

export function accept(outline: Outline, onElements: boolean, suggestions: readonly Suggestion[]): Edit[] {
  return suggestions.map(({ node, label }) => ({
    node,
    label,
    scope: defaultScope(onElements, outline.nodes[outline.at.get(node)!]!),
  }));
}

export function countByLabel(suggestions: readonly Suggestion[]): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { label } of suggestions) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
