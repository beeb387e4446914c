import { setImmediate } from 'node:timers/promises';
import { scaledCosine } from '@webpith/lab';
import {
  type PageAnnotation,
  readPageAnnotation,
  readPageBytes,
  readPages,
  type Store,
} from '@webpith/store';
import type { PageTree } from 'webpith/stages';
import type { Agreement } from '../api/labels.js';
import { corpusOf, treeOfBytes } from './labelled-pages.js';
import { contentOf, labelledNodes, linesByLabel, resolveLabels, restOf } from './resolve.js';

interface SharedPage {
  readonly page: string;
  readonly tree: PageTree;
  readonly one: PageAnnotation;
  readonly other: PageAnnotation;
}

const MAX_LISTED = 5000;

type Disagreement = Agreement['disagreements'][number];

interface PageComparison {
  readonly pairs: readonly (readonly [string, string])[];
  readonly disagreements: readonly Disagreement[];
  readonly cosine: number | undefined;
  readonly byLabel: ReadonlyMap<string, number>;
}

export async function corpusAgreement(
  store: Store,
  corpus: string,
  one: string,
  other: string,
): Promise<Agreement> {
  const { task } = await corpusOf(store, corpus);
  const comparisons: PageComparison[] = [];
  for (const { id } of await readPages(store, corpus)) {
    await setImmediate(); // parsing is synchronous: let other requests run
    const [first, second] = [
      await readPageAnnotation(store, id, one),
      await readPageAnnotation(store, id, other),
    ];
    if (![first, second].every(({ count, done }) => count > 0 || done)) continue;
    const bytes = await readPageBytes(store, id);
    if (bytes === undefined) continue;
    comparisons.push(comparePage({ page: id, tree: treeOfBytes(bytes), one: first, other: second }, task));
  }
  return { one, other, ...agreementOf(comparisons) };
}

export function comparePage({ page, tree, one, other }: SharedPage, task: string): PageComparison {
  const [first, second] = [one, other].map(annotation => labelledNodes(tree, task, annotation)) as [
    Map<number, string>,
    Map<number, string>,
  ];
  const pairs: [string, string][] = [];
  const disagreements: Disagreement[] = [];
  for (const node of [...new Set([...first.keys(), ...second.keys()])].sort((a, b) => a - b)) {
    const [a, b] = [first.get(node), second.get(node)];
    if (a !== undefined && b !== undefined) pairs.push([a, b]);
    if (a !== b) disagreements.push({ page, node, one: a ?? null, other: b ?? null });
  }
  return { pairs, disagreements, ...cosines(tree, task, one, other) };
}

/** Scaled cosine (paper 000, eq. 2 and 3) of the texts that two annotators labelled as content, and by label. */
function cosines(
  tree: PageTree,
  task: string,
  one: PageAnnotation,
  other: PageAnnotation,
): Pick<PageComparison, 'cosine' | 'byLabel'> {
  const lines = [one, other].map(annotation =>
    linesByLabel(tree, resolveLabels(tree, annotation.labels, restOf(task, annotation))),
  );
  const golds = lines.map(contentOf);
  const byLabel = new Map<string, number>();
  for (const name of new Set([...one.labels, ...other.labels].map(({ label }) => label))) {
    const [a, b] = lines.map(of => of(label => label === name).join('\n'));
    if (a !== '' || b !== '') byLabel.set(name, scaledCosine(a!, b!));
  }
  const cosine = golds.every(text => text === '') ? undefined : scaledCosine(golds[0]!, golds[1]!);
  return { cosine, byLabel };
}

export function agreementOf(pages: readonly PageComparison[]): Omit<Agreement, 'one' | 'other'> {
  const pairs = pages.flatMap(page => page.pairs);
  const disagreements = pages.flatMap(page => page.disagreements);
  const names = [
    ...new Set([...pairs.flat(), ...pages.flatMap(({ byLabel }) => [...byLabel.keys()])]),
  ].sort();
  const count = (is: (pair: readonly [string, string]) => boolean) => pairs.filter(is).length;
  return {
    pages: pages.length,
    nodes: pairs.length,
    agreed: count(([a, b]) => a === b),
    kappa: cohensKappa(pairs) ?? null,
    scaledCosine: mean(pages.flatMap(({ cosine }) => cosine ?? [])),
    byLabel: names.map(label => ({
      label,
      one: count(([a]) => a === label),
      other: count(([, b]) => b === label),
      both: count(([a, b]) => a === label && b === label),
      kappa: cohensKappa(pairs.map(([a, b]) => [`${a === label}`, `${b === label}`])) ?? null,
      scaledCosine: mean(pages.flatMap(({ byLabel }) => byLabel.get(label) ?? [])),
    })),
    differing: disagreements.length,
    disagreements: disagreements.slice(0, MAX_LISTED),
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Cohen's κ; undefined without pairs, 1 if both used a single, identical label, for which κ is not defined. */
export function cohensKappa(pairs: readonly (readonly [one: string, other: string])[]): number | undefined {
  if (pairs.length === 0) return undefined;
  const counts = [new Map<string, number>(), new Map<string, number>()] as const;
  let agreed = 0;
  for (const [one, other] of pairs) {
    counts[0].set(one, (counts[0].get(one) ?? 0) + 1);
    counts[1].set(other, (counts[1].get(other) ?? 0) + 1);
    if (one === other) agreed++;
  }
  let expected = 0;
  for (const [label, count] of counts[0]) expected += count * (counts[1].get(label) ?? 0);
  const chance = expected / pairs.length ** 2;
  return chance === 1 ? 1 : (agreed / pairs.length - chance) / (1 - chance);
}
