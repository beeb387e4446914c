import { visibleLeaves } from '@webpith/lab';
import type { StoredLabel } from '@webpith/store';
import { blocksFromTree, type PageTree, TAG } from 'webpith/stages';
import { LABEL_SETS, labelSetOf } from './label-sets.js';

interface LabelledRun {
  readonly start: number;
  readonly end: number;
  readonly label: string | undefined;
}

export interface ResolvedLabels {
  /** The node's own label, else that of the nearest labelled subtree; the most frequent one in a text with ranges. */
  of(node: number): string | undefined;
  runs(node: number): readonly LabelledRun[];
}

/** Nodes without a label get `rest`. Labels on nodes that the page does not have are ignored. */
export function resolveLabels(tree: PageTree, labels: readonly StoredLabel[], rest?: string): ResolvedLabels {
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
  // Parents precede their children, so one pass propagates the labels.
  const inherited = new Uint16Array(tree.count);
  const effective = new Uint16Array(tree.count);
  for (let node = 0; node < tree.count; node++) {
    const above = node === 0 ? 0 : inherited[tree.parent[node]!]!;
    effective[node] = own[node]! || above;
    inherited[node] = own[node]! && whole[node] ? own[node]! : above;
  }
  const nameOf = (number: number) => (number === 0 ? rest : names[number - 1]);
  const runs = (node: number): readonly LabelledRun[] => {
    const parts = ranges.get(node);
    const length = tree.tag[node] === TAG['#text'] ? tree.text(node).length : 0;
    if (parts === undefined) return [{ start: 0, end: length, label: nameOf(effective[node]!) }];
    const marks = new Uint16Array(length).fill(effective[node]!);
    for (const { start = 0, end = 0, label } of parts) marks.fill(numbers.get(label)!, start, end);
    return runsOf(marks).map(({ start, end, mark }) => ({ start, end, label: nameOf(mark) }));
  };
  const of = (node: number) =>
    ranges.has(node) ? mostOf(tree.text(node), runs(node)) : nameOf(effective[node]!);
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

/** The label with the most characters other than white space; undefined if more are unlabelled. */
function mostOf(text: string, runs: readonly LabelledRun[]): string | undefined {
  return mostLabelled(
    runs.map(({ start, end, label }) => [label, text.slice(start, end).replace(/\s/g, '').length]),
  );
}

/** The label with the largest sum of sizes, the first of equals. */
export function mostLabelled(sized: readonly (readonly [label: string | undefined, size: number])[]) {
  const sizes = new Map<string | undefined, number>();
  for (const [label, size] of sized) sizes.set(label, (sizes.get(label) ?? 0) + size);
  const [most] = [...sizes].sort((a, b) => b[1] - a[1]);
  return most?.[0];
}

/** The visible text leaves in each span; the spans must be in document order. */
export function leavesInSpans(
  tree: PageTree,
  spans: readonly { readonly first: number; readonly end: number }[],
): number[][] {
  const leaves = visibleLeaves(tree).filter(({ kind }) => kind === 'text');
  let at = 0;
  return spans.map(({ first, end }) => {
    const nodes: number[] = [];
    while (at < leaves.length && leaves[at]!.node < first) at++;
    for (; at < leaves.length && leaves[at]!.node < end; at++) nodes.push(leaves[at]!.node);
    return nodes;
  });
}

export function labelsOfLeaves(
  tree: PageTree,
  labels: readonly StoredLabel[],
  rest?: string,
): Map<number, string> {
  const resolved = resolveLabels(tree, labels, rest);
  const found = new Map<number, string>();
  for (const { node } of visibleLeaves(tree)) {
    const label = resolved.of(node);
    if (label !== undefined) found.set(node, label);
  }
  return found;
}

/** Labels that classify elements; leaves do not inherit them. */
const ON_ELEMENTS: ReadonlySet<string> = new Set(
  LABEL_SETS.filter(({ onElements }) => onElements).flatMap(({ labels }) => labels.map(({ name }) => name)),
);

interface AnnotationLabels {
  readonly labels: readonly StoredLabel[];
  readonly done: boolean;
}

/** The label of unlabelled nodes. */
export function restOf(task: string, { done }: AnnotationLabels): string | undefined {
  return done ? labelSetOf(task)?.rest : undefined;
}

/** Node → label as in the lab's label files: segment labels on elements, all others on visible leaves. */
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

interface LabelledGold {
  readonly text: string | undefined;
  readonly title: string | undefined;
  readonly comments: readonly string[] | undefined;
}

const CONTENT: ReadonlySet<string> = new Set([
  'main content',
  'good main',
  'body',
  'post',
  'introduction',
  'heading',
  'paragraph',
]);
const COMMENTS: ReadonlySet<string> = new Set(['comment', 'comments']);

export function goldFromLabels(tree: PageTree, labels: readonly StoredLabel[], rest?: string): LabelledGold {
  const lines = linesByLabel(tree, resolveLabels(tree, labels, rest));
  const text = contentOf(lines);
  const [title] = lines(label => label === 'title');
  const comments = lines(label => COMMENTS.has(label));
  return { text: text || undefined, title, comments: comments.length > 0 ? comments : undefined };
}

/** The main content as plain text. */
export const contentOf = (lines: LinesByLabel) => lines(label => CONTENT.has(label)).join('\n');

type LinesByLabel = (isWanted: (label: string) => boolean) => string[];

interface Run {
  readonly text: string;
  readonly label: string | undefined;
}

const SPACE: Run = { text: ' ', label: undefined };

/** Returns a function that collects the visible text with the wanted labels, one line per block. */
export function linesByLabel(tree: PageTree, resolved: ResolvedLabels): LinesByLabel {
  const blocks = blocksFromTree(tree);
  const visible = new Set(visibleLeaves(tree).map(({ node }) => node));
  const runsOf = (node: number): Run[] => {
    if (tree.tag[node] === TAG.br) return [SPACE];
    if (tree.tag[node] !== TAG['#text']) return [];
    if (!visible.has(node)) return [SPACE];
    const text = tree.text(node);
    return resolved.runs(node).map(({ start, end, label }) => ({ text: text.slice(start, end), label }));
  };
  const runs = blocks.texts.map((_, b) => {
    const own: Run[] = [];
    for (let node = blocks.first[b]!; node < blocks.end[b]!; node++) own.push(...runsOf(node));
    return own;
  });
  return isWanted =>
    runs
      .map(own =>
        own
          .map(run => (run.label !== undefined && isWanted(run.label) ? run.text : ' '))
          .join('')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .filter(line => line !== '');
}
