import { isRange, type LabelMap, type PageLabel, placeKey } from './label.js';
import type { Outline } from './outline.js';

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
