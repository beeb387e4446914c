import type { Decision } from '../../article/article.js';
import type { Span } from './boundaries.js';

export type Placed = Pick<Decision, 'kept' | 'node' | 'start' | 'end'>;

/**
 * Source ranges of the elements in `nodes`, from the first to the last character of the blocks inside each; undefined
 * without blocks.
 */
export function sourcesOf(
  nodes: readonly (number | undefined)[],
  decisions: readonly Placed[],
): (Span | undefined)[] {
  const known = [...new Set(nodes.filter(node => node !== undefined))].sort((a, b) => a - b);
  const blocks = blocksByNode(known, decisions);
  const uses = counted(nodes);
  const used = new Map<number, number>();
  const hulls = new Map([...blocks].map(([node, inside]) => [node, hull(inside)]));
  return nodes.map(node => {
    if (node === undefined) return undefined;
    const inside = blocks.get(node);
    if (inside === undefined) return undefined;
    const turn = used.get(node) ?? 0;
    used.set(node, turn + 1);
    // Text around an element's children: as many pieces as blocks, in the same order.
    return uses.get(node) === inside.length ? inside[turn]! : hulls.get(node);
  });
}

function blocksByNode(known: readonly number[], decisions: readonly Placed[]): Map<number, Span[]> {
  const blocks = new Map<number, Span[]>();
  const sorted = decisions
    .map((block, i) => ({ block, i }))
    .sort((a, b) => a.block.node - b.block.node || a.i - b.i);
  let place = -1;
  for (const { block } of sorted) {
    while (place + 1 < known.length && known[place + 1]! <= block.node) place++;
    const node = known[place];
    if (node === undefined || !(block.kept || block.node === node)) continue;
    const spans = blocks.get(node);
    if (spans === undefined) blocks.set(node, [block]);
    else spans.push(block);
  }
  return blocks;
}

function counted(nodes: readonly (number | undefined)[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const node of nodes) if (node !== undefined) counts.set(node, (counts.get(node) ?? 0) + 1);
  return counts;
}

export function hull(spans: readonly Span[]): Span {
  let { start, end } = spans[0]!;
  for (const span of spans) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return { start, end };
}
