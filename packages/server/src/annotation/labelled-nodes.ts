import type { StoredLabel } from '@webpith/store';
import type { PageTree } from 'webpith/stages';
import { LABEL_SETS, labelSetOf } from './label-sets.js';
import { labelsOfLeaves } from './resolve.js';

/** Labels that judge an element, not the text in it: they stay where they were put. */
const ON_ELEMENTS: ReadonlySet<string> = new Set(
  LABEL_SETS.filter(({ onElements }) => onElements).flatMap(({ labels }) => labels.map(({ name }) => name)),
);

/** What somebody said of a page. */
export interface Said {
  readonly labels: readonly StoredLabel[];
  readonly done: boolean;
}

/** What everything without a label is: on a page that is finished, silence says something. */
export function restOf(task: string, { done }: Said): { rest?: string } {
  const rest = done ? labelSetOf(task)?.rest : undefined;
  return rest === undefined ? {} : { rest };
}

/** Node → label, as the lab's files of labels have it: segments on their elements, all else on visible leaves. */
export function labelledNodes(tree: PageTree, task: string, said: Said): Map<number, string> {
  const onElements = said.labels.filter(({ label }) => ON_ELEMENTS.has(label));
  const others = said.labels.filter(({ label }) => !ON_ELEMENTS.has(label));
  const nodes = labelsOfLeaves(tree, others, restOf(task, said));
  for (const { node, label } of onElements) if (node < tree.count) nodes.set(node, label);
  return nodes;
}
