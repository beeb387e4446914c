import { defaultScope } from './edits.js';
import type { Effective } from './effective.js';
import type { Edit } from './label.js';
import type { Outline } from './outline.js';

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
