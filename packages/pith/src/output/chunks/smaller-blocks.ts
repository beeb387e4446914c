import type { ContentNode } from '../../content/content.js';

/** What a block as Markdown costs, and how a text is cut; in whatever unit sizes are measured. */
export interface Measure {
  readonly write: (blocks: readonly ContentNode[]) => string;
  readonly cost: (text: string) => number;
  readonly cut: (text: string, room: number) => string[];
}

/** What a fence, or the head of a table, may cost besides the text. Set by hand. */
const FRAME = 24;

/** A block that is too large as several of its kind, valid Markdown each; one that has no parts comes back as it is. */
export function smallerBlocks(block: ContentNode, room: number, measure: Measure): ContentNode[] {
  if (block.type === 'code' && room > 2 * FRAME) {
    return measure.cut(block.text, room - FRAME).map(text => ({ ...block, text }));
  }
  if (block.type === 'quote') return block.children.map(child => ({ ...block, children: [child] }));
  if (block.type === 'list') {
    const first = block.start ?? 1;
    return grouped(block.items, room, items => ({ ...block, items }), measure).map(
      ({ block: part, from }) =>
        ({ ...part, ...(block.ordered ? { start: first + from } : {}) }) as ContentNode,
    );
  }
  if (block.type === 'table') {
    const [head, ...rows] = block.rows;
    if (head === undefined) return [block];
    const make = (some: typeof rows) => ({ ...block, rows: [head, ...some] });
    return grouped(rows, room, make, measure).map(({ block: part }) => part);
  }
  return [block];
}

/** Members in as few groups as fit, each made into a block. */
function grouped<T>(
  members: readonly T[],
  room: number,
  make: (members: T[]) => ContentNode,
  { write, cost }: Measure,
): { readonly block: ContentNode; readonly from: number }[] {
  const groups: { block: ContentNode; from: number }[] = [];
  const frame = cost(write([make([])]));
  let open: T[] = [];
  let from = 0;
  let used = frame;
  for (const [index, member] of members.entries()) {
    // A little more than it costs alone: lines that join, and the columns of a table made even.
    const more = cost(write([make([member])])) - frame + 2;
    if (open.length > 0 && used + more > room) {
      groups.push({ block: make(open), from });
      open = [];
      from = index;
      used = frame;
    }
    open.push(member);
    used += more;
  }
  if (open.length > 0) groups.push({ block: make(open), from });
  return groups;
}
