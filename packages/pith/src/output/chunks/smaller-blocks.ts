import type { ContentNode, Inline, Table } from '../../content/content.js';
import { blocksText } from '../text.js';
import { fitting, smallerLines } from './smaller-lines.js';

export interface Measure {
  readonly write: (blocks: readonly ContentNode[]) => string;
  readonly cost: (text: string) => number;
  readonly cut: (text: string, room: number) => string[];
}

/** Cost of a fence or a table head. Set by hand. */
const FRAME = 24;

/**
 * Splits a block into blocks that fit, each valid Markdown: groups of its members if it has some, else its content,
 * else its text. Splits blocks before they are written: half a fence or tag would turn the rest into markup.
 */
export function fittingBlocks(block: ContentNode, room: number, measure: Measure): ContentNode[] {
  const found: ContentNode[] = [];
  const left = [{ block, depth: 0 }];
  while (left.length > 0) {
    const { block: next, depth } = left.pop()!;
    if (measure.cost(measure.write([next])) <= room) {
      found.push(next);
      continue;
    }
    const parts = depth < MAX_DEPTH ? smallerBlocks(next, room, measure) : [];
    const isSmaller = parts.length > 1 || (parts.length === 1 && parts[0]!.type !== next.type);
    if (!isSmaller) for (const text of asText(next, room, measure)) found.push(text);
    else for (let i = parts.length - 1; i >= 0; i--) left.push({ block: parts[i]!, depth: depth + 1 });
  }
  return found;
}

/** Limit for nested blocks and formatting, as each level writes all of them again. Set by hand. */
const MAX_DEPTH = 8;

function asText(block: ContentNode, room: number, measure: Measure): ContentNode[] {
  return fitting(blocksText([block]), room, measure).map(text => paragraph([{ type: 'text', text }]));
}

function paragraph(children: readonly Inline[]): ContentNode {
  return { type: 'paragraph', children: [...children] };
}

function smallerBlocks(block: ContentNode, room: number, measure: Measure): readonly ContentNode[] {
  switch (block.type) {
    case 'code':
      if (room <= 2 * FRAME) return [block];
      return measure.cut(block.text, room - FRAME).map(text => ({ ...block, text }));
    case 'paragraph':
      return smallerLines(block.children, room, measure).map(children => ({ ...block, children }));
    case 'heading': {
      const [first = [], ...others] = smallerLines(block.children, room - block.level, measure);
      return [{ ...block, children: first }, ...others.map(paragraph)];
    }
    case 'quote':
      return block.children.length < 2
        ? block.children
        : block.children.map(child => ({ ...block, children: [child] }));
    case 'list':
      return block.items.length < 2 ? (block.items[0]?.children ?? []) : smallerLists(block, room, measure);
    case 'table':
      return smallerTables(block, room, measure);
    case 'details':
      return [paragraph(block.summary), ...block.children];
    case 'figure':
      return [...block.media, ...(block.caption === undefined ? [] : [paragraph(block.caption)])];
    case 'footnotes':
      return block.items.length < 2
        ? (block.items[0]?.children ?? [])
        : block.items.map(item => ({ ...block, items: [item] }));
    case 'definitions':
      if (block.items.length > 1) return block.items.map(item => ({ ...block, items: [item] }));
      return block.items.flatMap(({ terms, descriptions }) => [
        ...terms.map(paragraph),
        ...descriptions.flat(),
      ]);
    default:
      return [block];
  }
}

function smallerLists(
  list: Extract<ContentNode, { type: 'list' }>,
  room: number,
  measure: Measure,
): ContentNode[] {
  const first = list.start ?? 1;
  return grouped(list.items, room, items => ({ ...list, items }), measure).map(
    ({ block, from }) => ({ ...block, ...(list.ordered ? { start: first + from } : {}) }) as ContentNode,
  );
}

/** Groups of rows, each with the head; for a table with one row or a large head, the cells. */
function smallerTables(table: Table, room: number, measure: Measure): ContentNode[] {
  const [head, ...rows] = table.rows;
  const make = (some: typeof rows): Table => ({
    ...table,
    rows: head === undefined ? some : [head, ...some],
  });
  const isLargeHead = measure.cost(measure.write([make([])])) * 2 > room;
  if (rows.length > 1 && !isLargeHead) return grouped(rows, room, make, measure).map(({ block }) => block);
  return [
    ...(table.caption === undefined ? [] : [paragraph(table.caption)]),
    ...table.rows.flatMap(row => row.cells.flatMap(cell => cell.children)),
  ];
}

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
    // Slightly more than its cost alone, for separators and padding.
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
