import { type Outline, outlineOf } from '../../annotation/outline.js';
import type { Decision, FactDecision } from '../../client/api.js';
import { heatOf } from '../../frame/mark-styles.js';
import type { PageDocument } from '../../frame/PageFrame.js';

export type Paint = 'decisions' | 'heat';

export interface BlockPlaces {
  readonly outline: Outline;
  /** The nodes to mark for each block: its element if that contains no other text, else its text nodes. */
  readonly nodes: readonly (readonly number[])[];
  readonly blockOf: ReadonlyMap<number, number>;
}

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

function countTexts({ nodes }: Outline): Uint32Array {
  const before = new Uint32Array(nodes.length + 1);
  for (const [i, { kind }] of nodes.entries()) before[i + 1] = before[i]! + (kind === 'text' ? 1 : 0);
  return before;
}

export function blockAround(page: PageDocument, { blockOf }: BlockPlaces, node: number): number {
  for (let up = node; up >= 0; up = page.parentOf(up)) {
    const block = blockOf.get(up);
    if (block !== undefined) return block;
  }
  return -1;
}

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

export function marksFor(places: BlockPlaces, blocks: Iterable<number>, name = 'on'): Map<number, string> {
  const marks = new Map<number, string>();
  for (const block of blocks) for (const node of places.nodes[block] ?? []) marks.set(node, name);
  return marks;
}

/** Labels of the block's texts, or else of the nearest labelled ancestor. */
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

export const FILTERS = ['all', 'kept', 'dropped', 'different'] as const;
export type Filter = (typeof FILTERS)[number];

/** Blocks that two methods decided differently. Both methods have the same blocks. */
export function differences(one: readonly Decision[], other: readonly Decision[] | undefined): Set<number> {
  const different = new Set<number>();
  if (other === undefined) return different;
  for (const [block, { kept }] of one.entries()) if (other[block]?.kept !== kept) different.add(block);
  return different;
}

export function chosenBlocks(
  decisions: readonly Decision[],
  { filter, search, different }: { filter: Filter; search: string; different: ReadonlySet<number> },
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

function matches({ text, reason, summary = reason, path }: Decision, words: string): boolean {
  return [text, summary, path].some(each => each.toLowerCase().includes(words));
}

export function stepFrom(listed: readonly number[], current: number, step: 1 | -1): number {
  if (listed.length === 0) return current;
  const at = listed.indexOf(current);
  if (at >= 0) return listed[Math.min(listed.length - 1, Math.max(0, at + step))]!;
  const next = step > 0 ? listed.find(block => block > current) : listed.findLast(block => block < current);
  return next ?? (step > 0 ? listed.at(-1)! : listed[0]!);
}

/** The first block that contains or follows the given text node, else the first kept block. */
export function initialBlock(decisions: readonly Decision[], textFirst: number | undefined): number {
  const named = textFirst === undefined ? -1 : decisions.findIndex(own => own.textEnd > textFirst);
  return named >= 0 ? named : decisions.findIndex(({ kept }) => kept);
}

/** The next block that passes a test, wrapping around; `current` if none does. */
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

/** The block whose score is nearest to the threshold, or the next nearest after `current`; -1 starts over. */
export function nextUncertain(decisions: readonly Decision[], current: number): number {
  const uncertainty = ({ score, cut = 0.5 }: Decision) => Math.abs(score - cut);
  const order = [...decisions.keys()].sort(
    (a, b) => uncertainty(decisions[a]!) - uncertainty(decisions[b]!) || a - b,
  );
  return order[(order.indexOf(current) + 1) % order.length] ?? current;
}

export function fieldMarks(places: BlockPlaces, fields: readonly FactDecision[]): Map<number, string> {
  const candidates = fields.flatMap(field => field.candidates);
  const blocksOf = (isChosen: boolean) =>
    candidates.filter(({ chosen }) => chosen === isChosen).flatMap(({ blocks }) => blocks);
  return new Map([
    ...marksFor(places, blocksOf(false), 'offered'),
    ...marksFor(places, blocksOf(true), 'chosen'),
  ]);
}

/** The entry of `blocks` after `current`, from the last to the first; the first if `current` is no entry, -1 if none exists. */
export function nextBlock(blocks: readonly number[], current: number): number {
  return blocks[(blocks.indexOf(current) + 1) % blocks.length] ?? -1;
}
