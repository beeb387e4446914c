import {
  type PageAnnotation,
  readAnnotationStates,
  readLabelHistory,
  readPageAnnotation,
  type Store,
  type StoredLabel,
} from '@webpith/store';
import type { PageTree } from 'webpith/stages';
import { labelledNodes } from './resolve.js';

export const ADJUDICATED = 'adjudicated';

/**
 * Merges adjudicated labels with those of annotators that no other annotator contradicts. Nodes with different labels
 * and no decision have no label.
 */
export function settledAnnotation(
  tree: PageTree,
  task: string,
  decided: PageAnnotation,
  others: readonly PageAnnotation[],
  denied: ReadonlySet<number> = new Set(),
): PageAnnotation {
  const settled = labelledNodes(tree, task, { labels: decided.labels, done: false });
  const agreed = new Map<number, string | undefined>();
  for (const annotation of others) {
    for (const [node, label] of labelledNodes(tree, task, annotation)) {
      agreed.set(node, agreed.has(node) && agreed.get(node) !== label ? undefined : label);
    }
  }
  const added: StoredLabel[] = [...agreed].flatMap(([node, label]) =>
    label === undefined || settled.has(node) || denied.has(node) || hasRange(decided, node)
      ? []
      : [{ node, label, scope: 'node' }],
  );
  const labels = [...decided.labels, ...added].sort(
    (a, b) => a.node - b.node || (a.start ?? -1) - (b.start ?? -1),
  );
  return { ...decided, labels, count: labels.length };
}

async function deniedNodes(store: Store, page: string): Promise<Set<number>> {
  const denied = new Set<number>();
  for (const { node, label, start } of await readLabelHistory(store, page, ADJUDICATED)) {
    if (start !== undefined) continue;
    if (label === null) denied.add(node);
    else denied.delete(node);
  }
  return denied;
}

const hasRange = ({ labels }: PageAnnotation, node: number) =>
  labels.some(label => label.node === node && label.start !== undefined);

/** Labels of an annotator on a page; undefined if there are none. */
export async function annotationOf(
  store: Store,
  { page, tree, task }: { readonly page: string; readonly tree: PageTree; readonly task: string },
  annotator: string,
): Promise<PageAnnotation | undefined> {
  const own = await readPageAnnotation(store, page, annotator);
  if (own.count === 0 && !own.done) return undefined;
  if (annotator !== ADJUDICATED) return own;
  const others: PageAnnotation[] = [];
  for (const state of await readAnnotationStates(store, [page])) {
    if (state.annotator !== ADJUDICATED) others.push(await readPageAnnotation(store, page, state.annotator));
  }
  return settledAnnotation(tree, task, own, others, await deniedNodes(store, page));
}
