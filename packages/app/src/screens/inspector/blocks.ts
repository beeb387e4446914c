import { type Outline, outlineOf } from '../../annotation/outline.js';
import type { Decision, NodeLabel } from '../../client/extract.js';
import { heatOf } from '../../frame/mark-styles.js';
import type { PageDocument } from '../../frame/page-document.js';

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
