import { type ContentNode, type Inline, inlineText, type Table } from '../../content/content.js';
import type { MarkdownOptions } from '../../options.js';
import { markdownWriter, withoutFrontMatter } from '../markdown.js';
import { adaptedContent } from '../markdown-adapted.js';
import { blocksText } from '../text.js';
import { nextStart, SENTENCE, unitAt } from './boundaries.js';
import { cut } from './pack.js';
import { type Pieces, piecesOf } from './pieces.js';
import { type CountTokens, estimateTokens, PARTS, WeighedText } from './tokens.js';

export function markdownPieces(
  content: readonly ContentNode[],
  size: number,
  count: CountTokens | undefined,
  options: MarkdownOptions | undefined,
): Pieces {
  const blocks = adaptedContent(content, options);
  const writeBlocks = markdownWriter(blocks, options);
  // Any piece may begin a chunk.
  const write = (some: readonly ContentNode[]) => withoutFrontMatter(writeBlocks(some));
  const cost = count ?? estimateTokens;
  const measure = {
    write,
    cost,
    cut: (text: string, room: number) =>
      cut(new WeighedText(text, count), room * PARTS).map(({ start, end }) => text.slice(start, end)),
  };
  const partsOf = (block: ContentNode): ContentNode[] | undefined => {
    const parts = fittingBlocks(block, size, measure);
    return parts.length === 1 && parts[0] === block ? undefined : parts;
  };
  return piecesOf(
    blocks.filter(block => write([block]) !== ''),
    { write, partsOf, mayCut },
  );
}

/** True for prose on one line. Elsewhere a part could be markup or front matter that the whole is not. */
function mayCut(markdown: string): boolean {
  return !/[\n`<[*~${]|---|\+\+\+|;;;/.test(markdown);
}

export interface Measure {
  readonly write: (blocks: readonly ContentNode[]) => string;
  readonly cost: (text: string) => number;
  readonly cut: (text: string, room: number) => string[];
}

/** Cost of a fence or a table head. Set by hand. */
const FRAME = 24;

/** Splits blocks before they are written: half a fence or tag would turn the rest into markup. */
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

interface Part {
  readonly inline: Inline;
  readonly cost: number;
  readonly ends: boolean;
}

/** Splits before writing: half a code span or link would expose its content. Too large formatting is dropped. */
function smallerLines(line: readonly Inline[], room: number, measure: Measure): Inline[][] {
  const lines: Inline[][] = [];
  let open: Part[] = [];
  let used = 0;
  let sentences = 0;
  const close = (count: number) => {
    if (count > 0) lines.push(open.slice(0, count).map(({ inline }) => inline));
    open = open.slice(count);
    used = open.reduce((sum, { cost }) => sum + cost, 0);
    sentences = 0;
  };
  for (const part of partsOf(line, room, measure)) {
    if (used + part.cost > room && sentences > 0) close(sentences);
    if (used + part.cost > room) close(open.length);
    open.push(part);
    used += part.cost;
    if (part.ends) sentences = open.length;
  }
  close(open.length);
  return lines;
}

function partsOf(line: readonly Inline[], room: number, measure: Measure): Part[] {
  const parts: Part[] = [];
  const left: { readonly inline: Inline; readonly depth: number }[] = [];
  const push = (inlines: readonly Inline[], depth: number) => {
    for (let i = inlines.length - 1; i >= 0; i--) left.push({ inline: inlines[i]!, depth });
  };
  push(line, 0);
  while (left.length > 0) {
    const { inline, depth } = left.pop()!;
    if (inline.type === 'text') {
      for (const part of textParts(inline.text, room, measure)) parts.push(part);
      continue;
    }
    const cost = costOfLine([inline], measure);
    if (cost <= room) parts.push({ inline, cost, ends: false });
    else if ('children' in inline && depth < MAX_DEPTH) push(inline.children, depth + 1);
    else push([textOf(inlineText([inline]))], depth);
  }
  return parts;
}

function textParts(text: string, room: number, measure: Measure): Part[] {
  return sentencesOf(text).flatMap(sentence => {
    const ends = /[.!?…。！？]\S?$/.test(sentence.trimEnd());
    return fitting(sentence, room, measure).map(part => {
      const inline = textOf(part);
      return { inline, cost: costOfLine([inline], measure), ends };
    });
  });
}

function textOf(text: string): Inline {
  return { type: 'text', text };
}

function costOfLine(line: readonly Inline[], { write, cost }: Measure): number {
  return cost(write([{ type: 'paragraph', children: [...line] }]));
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (let start = 0; start < text.length; ) {
    const { end } = unitAt(text, start, text.length, SENTENCE);
    const next = Math.max(nextStart(text, end, text.length, SENTENCE), start + 1);
    sentences.push(text.slice(start, next));
    start = next;
  }
  return sentences;
}

function fitting(text: string, room: number, measure: Measure): string[] {
  for (let share = room; share >= 1; share >>= 1) {
    const parts = share === room && measure.cost(text) <= share ? [text] : measure.cut(text, share);
    if (share === 1 || parts.every(part => costOfLine([textOf(part)], measure) <= room)) return parts;
  }
  return [text];
}
