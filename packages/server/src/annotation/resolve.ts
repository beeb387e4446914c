import { visibleLeaves } from '@webpith/lab';
import type { StoredLabel } from '@webpith/store';
import { type PageTree, TAG } from 'webpith/stages';
import { LABEL_SETS, labelSetOf } from './label-sets.js';

/** A run of a text node with one label, or without. */
export interface LabelledRun {
  readonly start: number;
  readonly end: number;
  readonly label: string | undefined;
}

/** What labels mean for each node. */
export interface ResolvedLabels {
  /** The label that holds for a node as a whole: its own, else that of the nearest labelled subtree around it. */
  of(node: number): string | undefined;
  /** The runs of a text node, in order; one that covers all of it where no label is on a part. */
  runs(node: number): readonly LabelledRun[];
}

/** How labels are read. */
export interface ResolveOptions {
  /** What everything without a label is: on a page that is finished, silence says something. */
  readonly rest?: string | undefined;
}

/** Works out what labels on nodes, subtrees and characters mean for each node. Places that the page has not are passed over. */
export function resolveLabels(
  tree: PageTree,
  labels: readonly StoredLabel[],
  { rest }: ResolveOptions = {},
): ResolvedLabels {
  const names = [...new Set(labels.map(({ label }) => label))];
  const numbers = new Map(names.map((name, i) => [name, i + 1]));
  const own = new Uint16Array(tree.count);
  const whole = new Uint8Array(tree.count);
  const ranges = new Map<number, StoredLabel[]>();
  for (const label of labels) {
    const { node, start } = label;
    if (node >= tree.count) continue;
    if (start === undefined) {
      own[node] = numbers.get(label.label)!;
      whole[node] = label.scope === 'subtree' ? 1 : 0;
    } else if (ranges.has(node)) ranges.get(node)!.push(label);
    else ranges.set(node, [label]);
  }
  // Parents come before what is in them: one pass passes labels down.
  const passed = new Uint16Array(tree.count);
  const holding = new Uint16Array(tree.count);
  for (let node = 0; node < tree.count; node++) {
    const above = node === 0 ? 0 : passed[tree.parent[node]!]!;
    holding[node] = own[node]! || above;
    passed[node] = own[node]! && whole[node] ? own[node]! : above;
  }
  const nameOf = (number: number) => (number === 0 ? rest : names[number - 1]);
  const runs = (node: number): readonly LabelledRun[] => {
    const parts = ranges.get(node);
    const length = tree.tag[node] === TAG['#text'] ? tree.text(node).length : 0;
    if (parts === undefined) return [{ start: 0, end: length, label: nameOf(holding[node]!) }];
    const marks = new Uint16Array(length).fill(holding[node]!);
    for (const { start = 0, end = 0, label } of parts) marks.fill(numbers.get(label)!, start, end);
    return runsOf(marks).map(({ start, end, mark }) => ({ start, end, label: nameOf(mark) }));
  };
  const of = (node: number) =>
    ranges.has(node) ? mostOf(tree.text(node), runs(node)) : nameOf(holding[node]!);
  return { of, runs };
}

function runsOf(marks: Uint16Array): { start: number; end: number; mark: number }[] {
  const found: { start: number; end: number; mark: number }[] = [];
  for (let at = 0; at < marks.length; at++) {
    const last = found.at(-1);
    if (last !== undefined && last.mark === marks[at]) last.end = at + 1;
    else found.push({ start: at, end: at + 1, mark: marks[at]! });
  }
  return found;
}

/** The label of most characters that are no white space; those without a label speak too. */
function mostOf(text: string, runs: readonly LabelledRun[]): string | undefined {
  const sizes = new Map<string | undefined, number>();
  for (const { start, end, label } of runs) {
    const ink = text.slice(start, end).replace(/\s/g, '').length;
    sizes.set(label, (sizes.get(label) ?? 0) + ink);
  }
  let most: string | undefined;
  let size = -1;
  for (const [label, count] of sizes) if (count > size) [most, size] = [label, count];
  return most;
}

/** The label of each visible leaf that has one, by node: the one reading of labels that exports, agreement and training share. */
export function labelsOfLeaves(
  tree: PageTree,
  labels: readonly StoredLabel[],
  options: ResolveOptions = {},
): Map<number, string> {
  const resolved = resolveLabels(tree, labels, options);
  const found = new Map<number, string>();
  for (const { node } of visibleLeaves(tree)) {
    const label = resolved.of(node);
    if (label !== undefined) found.set(node, label);
  }
  return found;
}

/** Labels that judge an element, not the text in it: they stay where they were put. */
const ON_ELEMENTS: ReadonlySet<string> = new Set(
  LABEL_SETS.filter(({ onElements }) => onElements).flatMap(({ labels }) => labels.map(({ name }) => name)),
);

/** What somebody annotation of a page. */
export interface AnnotationLabels {
  readonly labels: readonly StoredLabel[];
  readonly done: boolean;
}

/** What everything without a label is: on a page that is finished, silence says something. */
export function restOf(task: string, { done }: AnnotationLabels): ResolveOptions {
  return { rest: done ? labelSetOf(task)?.rest : undefined };
}

/** Node → label, as the lab's files of labels have it: segments on their elements, all else on visible leaves. */
export function labelledNodes(
  tree: PageTree,
  task: string,
  annotation: AnnotationLabels,
): Map<number, string> {
  const onElements = annotation.labels.filter(({ label }) => ON_ELEMENTS.has(label));
  const others = annotation.labels.filter(({ label }) => !ON_ELEMENTS.has(label));
  const nodes = labelsOfLeaves(tree, others, restOf(task, annotation));
  for (const { node, label } of onElements) if (node < tree.count) nodes.set(node, label);
  return nodes;
}
