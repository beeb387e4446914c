import { setImmediate } from 'node:timers/promises';
import type { Example, Page, PageLabels } from '@webpith/lab';
import {
  type AnnotationState,
  findCorpus,
  type PageAnnotation,
  readAnnotationStates,
  readLabelHistory,
  readPageAnnotation,
  readPageBytes,
  readPages,
  type Store,
  type StoredLabel,
  type StoredPage,
} from '@webpith/store';
import { decodeBytes, type PageTree, treeFromHtml } from 'webpith/stages';
import type { TrainResult } from '../api/jobs.js';
import { Problem, required } from '../problem.js';
import { LABEL_SETS } from './label-sets.js';
import { goldFromLabels, labelledNodes, restOf } from './resolve.js';

export interface LabelledPage {
  readonly stored: StoredPage;
  readonly task: string;
  readonly html: Uint8Array;
  readonly tree: PageTree;
  readonly annotation?: PageAnnotation | undefined;
}

type LabelledExample = Example & { readonly labels: PageLabels };

/** The tree of a stored page; its node ids are those of the labels. */
export function treeOfBytes(bytes: Uint8Array): PageTree {
  return treeFromHtml(decodeBytes(bytes).text);
}

export async function corpusOf(store: Store, name: string) {
  return required(await findCorpus(store, name), 'corpus', name);
}

/** Labels of a corpus by `annotator` or, if undefined, by the one that `chosenAnnotator` selects for each page. */
export interface CorpusLabels {
  readonly store: Store;
  readonly corpus: string;
  readonly annotator?: string | undefined;
}

export async function* pagesWithLabels({
  store,
  corpus,
  annotator,
}: CorpusLabels): AsyncGenerator<LabelledPage> {
  const { task } = await corpusOf(store, corpus);
  for (const stored of await readPages(store, corpus)) {
    await setImmediate(); // parsing is synchronous: let other requests run
    const html = await readPageBytes(store, stored.id);
    if (html === undefined) continue; // removed concurrently
    const who = annotator ?? chosenAnnotator(await readAnnotationStates(store, [stored.id]));
    const tree = treeOfBytes(html);
    const annotation =
      who === undefined ? undefined : await annotationOf(store, { page: stored.id, tree, task }, who);
    yield { stored, task, html, tree, annotation };
  }
}

/** “adjudicated” if that has labels, else the last to save among those who finished, else the last to save. */
export function chosenAnnotator(states: readonly AnnotationState[]): string | undefined {
  const started = states.filter(({ count, done }) => count > 0 || done);
  const rank = ({ annotator, done }: AnnotationState) => (annotator === ADJUDICATED ? 2 : Number(done));
  return started.toSorted((a, b) => rank(b) - rank(a) || (a.updated < b.updated ? 1 : -1))[0]?.annotator;
}

export function exampleOf({ stored, task, html, tree, annotation }: LabelledPage): Example {
  const { name: id, url, title, digest } = stored;
  if (annotation === undefined) return { page: { id, url, title, html } };
  const { annotator, labels } = annotation;
  const gold = goldFromLabels(tree, labels, restOf(task, annotation));
  const page: Page = { id, url, ...gold, title: gold.title ?? title, html };
  const nodes = Object.fromEntries(labelledNodes(tree, task, annotation));
  return { page, labels: { id, digest, nodes, annotator } };
}

export async function* labelledExamples(labels: CorpusLabels): AsyncGenerator<LabelledExample> {
  for await (const page of pagesWithLabels(labels)) {
    const { labels, ...example } = exampleOf(page);
    if (labels !== undefined) yield { ...example, labels };
  }
}

/** The labelled pages of a corpus; pages on which nothing is labelled as content are skipped. */
export async function examplesToLearn(
  labels: CorpusLabels,
): Promise<{ readonly examples: LabelledExample[]; readonly skipped: TrainResult['skipped'] }> {
  const all = await examplesOf(labels);
  const isEmpty = ({ labels }: LabelledExample) =>
    Object.values(labels.nodes).every(label => REST.has(label));
  const examples = all.filter(example => !isEmpty(example));
  const skipped = all.filter(isEmpty).map(({ page: { id, title, url } }) => ({
    page: id,
    title,
    url,
    reason: 'nothing on it is labelled as content',
  }));
  if (examples.length > 0) return { examples, skipped };
  const names = skipped.map(({ title, page }) => `“${title ?? page}”`).slice(0, 5);
  throw new Problem(
    'unprocessable',
    `Nothing is labelled as content in the corpus ${labels.corpus}: ${names.join(', ')}.`,
    'Label the content of these pages, or remove them from the corpus.',
  );
}

const REST: ReadonlySet<string> = new Set(LABEL_SETS.flatMap(({ rest }) => rest ?? []));

export async function examplesOf(labels: CorpusLabels): Promise<LabelledExample[]> {
  const { corpus, annotator } = labels;
  const examples: LabelledExample[] = [];
  for await (const example of labelledExamples(labels)) examples.push(example);
  if (examples.length > 0) return examples;
  const whose = annotator === undefined ? '' : ` by ${annotator}`;
  throw new Problem(
    'unprocessable',
    `There are no labelled pages${whose} in the corpus ${corpus}.`,
    'Label some pages first; three are enough.',
  );
}

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
