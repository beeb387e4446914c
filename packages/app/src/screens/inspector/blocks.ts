import { type Outline, outlineOf } from '../../annotation/outline.js';
import type { Decision, FactDecision, NodeLabel } from '../../client/api.js';
import { heatOf } from '../../frame/mark-styles.js';
import type { PageDocument } from '../../frame/PageFrame.js';

/** How blocks are painted: by what was decided, or by how likely they are content. */
export type Paint = 'decisions' | 'heat';

/** Where the blocks of a page stand in its frame. */
export interface BlockPlaces {
  readonly outline: Outline;
  /** Nodes to mark for each block: its element where nothing else is in there, else its texts. */
  readonly nodes: readonly (readonly number[])[];
  /** The block of each such node and of each text. */
  readonly blockOf: ReadonlyMap<number, number>;
}

/** Finds the place of every block in the page; one pass over the page, however many blocks there are. */
export function placeBlocks(page: PageDocument, decisions: readonly Decision[]): BlockPlaces {
  const outline = outlineOf(page.document.documentElement, () => true);
  const textsBefore = countTexts(outline);
  const blockOf = new Map<number, number>();
  const nodes = decisions.map(({ node, textFirst, textEnd }, block) => {
    const texts: number[] = [];
    for (let id = textFirst; id < textEnd; id++) if (page.isText(id)) texts.push(id);
    for (const id of texts) blockOf.set(id, block);
    const at = outline.at.get(node);
    if (at === undefined) return texts;
    const inside = textsBefore[outline.nodes[at]!.end]! - textsBefore[at]!;
    if (inside !== texts.length || outline.nodes[at]!.tag === 'body') return texts;
    blockOf.set(node, block);
    return [node];
  });
  return { outline, nodes, blockOf };
}

/** For each place in the outline the number of texts before it. */
function countTexts({ nodes }: Outline): Uint32Array {
  const before = new Uint32Array(nodes.length + 1);
  for (const [i, { kind }] of nodes.entries()) before[i + 1] = before[i]! + (kind === 'text' ? 1 : 0);
  return before;
}

/** The block around a node of the page; -1 where there is none. */
export function blockAround(page: PageDocument, { blockOf }: BlockPlaces, node: number): number {
  for (let up = node; up >= 0; up = page.parentOf(up)) {
    const block = blockOf.get(up);
    if (block !== undefined) return block;
  }
  return -1;
}

/** The marks of all blocks for painting. */
export function decisionMarks(
  places: BlockPlaces,
  decisions: readonly Decision[],
  paint: Paint,
): Map<number, string> {
  const marks = new Map<number, string>();
  for (const [block, { kept, score }] of decisions.entries()) {
    const mark = paint === 'heat' ? heatOf(score) : kept ? 'kept' : 'dropped';
    for (const node of places.nodes[block] ?? []) marks.set(node, mark);
  }
  return marks;
}

/** Marks of some blocks, all alike. */
export function marksFor(places: BlockPlaces, blocks: Iterable<number>, name = 'on'): Map<number, string> {
  const marks = new Map<number, string>();
  for (const block of blocks) for (const node of places.nodes[block] ?? []) marks.set(node, name);
  return marks;
}

/** The labels that a method gave to nodes, by node. */
export function labelsByNode(labels: readonly NodeLabel[] = []): ReadonlyMap<number, string> {
  return new Map(labels.map(({ node, label }) => [node, label]));
}

/** The labels of a block: those of its texts, or that of the nearest labelled element around it. */
export function labelsOf(
  decision: Decision | undefined,
  labels: ReadonlyMap<number, string>,
  { nodes, at }: Outline,
): string[] {
  if (decision === undefined || labels.size === 0) return [];
  const found = new Set<string>();
  for (let node = decision.textFirst; node < decision.textEnd; node++) {
    const label = labels.get(node);
    if (label !== undefined) found.add(label);
  }
  for (let up = at.get(decision.node) ?? -1; up >= 0 && found.size === 0; up = nodes[up]!.parent) {
    const label = labels.get(nodes[up]!.node);
    if (label !== undefined) found.add(label);
  }
  return [...found];
}

/** Which blocks are listed. */
export const FILTERS = ['all', 'kept', 'dropped', 'different'] as const;
export type Filter = (typeof FILTERS)[number];

/** The blocks on which two methods differ. Both saw the same blocks: those of the page. */
export function differences(one: readonly Decision[], other: readonly Decision[] | undefined): Set<number> {
  const different = new Set<number>();
  if (other === undefined) return different;
  for (const [block, { kept }] of one.entries()) if (other[block]?.kept !== kept) different.add(block);
  return different;
}

interface Wanted {
  readonly filter: Filter;
  readonly search: string;
  readonly different: ReadonlySet<number>;
}

/** The blocks that are listed, in the order of the page. */
export function chosenBlocks(
  decisions: readonly Decision[],
  { filter, search, different }: Wanted,
): number[] {
  const words = search.trim().toLowerCase();
  const passes: Readonly<Record<Filter, (block: number) => boolean>> = {
    all: () => true,
    kept: block => decisions[block]!.kept,
    dropped: block => !decisions[block]!.kept,
    different: block => different.has(block),
  };
  return [...decisions.keys()].filter(
    block => passes[filter](block) && (words === '' || matches(decisions[block]!, words)),
  );
}

function matches({ text, reason, path }: Decision, words: string): boolean {
  return [text, reason, path].some(each => each.toLowerCase().includes(words));
}

/** The place of the next listed block in a direction; stays where it is at the ends. */
export function stepFrom(listed: readonly number[], current: number, step: 1 | -1): number {
  if (listed.length === 0) return current;
  const at = listed.indexOf(current);
  if (at >= 0) return listed[Math.min(listed.length - 1, Math.max(0, at + step))]!;
  const next = step > 0 ? listed.find(block => block > current) : listed.findLast(block => block < current);
  return next ?? (step > 0 ? listed.at(-1)! : listed[0]!);
}

/** Where one begins: at the block that is named, or at the first that is kept. */
export function initialBlock(decisions: readonly Decision[], textFirst: number | undefined): number {
  const named = textFirst === undefined ? -1 : decisions.findIndex(own => own.textEnd > textFirst);
  return named >= 0 ? named : decisions.findIndex(({ kept }) => kept);
}

/** The next block that passes a test, from the start again behind the last; the same where none does. */
export function nextWhere(
  decisions: readonly Decision[],
  current: number,
  passes: (decision: Decision) => boolean,
): number {
  for (let step = 1; step <= decisions.length; step++) {
    const block = (current + step + decisions.length) % decisions.length;
    if (passes(decisions[block]!)) return block;
  }
  return current;
}

/** The block nearest to the cut, then the next nearest, and so on. */
export function nextUncertain(decisions: readonly Decision[], current: number): number {
  const uncertainty = ({ score, cut = 0.5 }: Decision) => Math.abs(score - cut);
  const order = [...decisions.keys()].sort(
    (a, b) => uncertainty(decisions[a]!) - uncertainty(decisions[b]!) || a - b,
  );
  return order[(order.indexOf(current) + 1) % order.length] ?? current;
}

/** The marks of all blocks that show a candidate: `chosen` where it was taken for some fact, else `offered`. */
export function fieldMarks(places: BlockPlaces, facts: readonly FactDecision[]): Map<number, string> {
  const candidates = facts.flatMap(fact => fact.candidates);
  const blocksOf = (isChosen: boolean) =>
    candidates.filter(({ chosen }) => chosen === isChosen).flatMap(({ blocks }) => blocks);
  return new Map([
    ...marksFor(places, blocksOf(false), 'offered'),
    ...marksFor(places, blocksOf(true), 'chosen'),
  ]);
}

/** The block to go to for a candidate: its first, and from one of its blocks the next. */
export function nextBlock(blocks: readonly number[], current: number): number {
  return blocks[(blocks.indexOf(current) + 1) % blocks.length] ?? -1;
}
