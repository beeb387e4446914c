import { type ContentNode, type Heading, inlineText } from '../../content/content.js';
import { blocksText } from '../text.js';

export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly node: number | undefined;
  /** Code and tables: kept whole if they fit. */
  readonly whole: boolean;
  readonly indivisible: boolean;
  /** Its section; for a heading, the one it opens. */
  readonly section: Section;
  readonly opens: boolean;
}

export interface Section {
  readonly level: number;
  readonly title: string;
  readonly id: string | undefined;
  readonly parent: Section | undefined;
  end: number;
}

export interface Pieces {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

interface Entry {
  readonly block: ContentNode;
  readonly gap: string;
  readonly node: number | undefined;
}

export interface PieceOptions {
  readonly write?: (blocks: readonly ContentNode[]) => string;
  /** Splits a block; undefined if it is one piece. Default: the parts joined by the text output. */
  readonly partsOf?: (block: ContentNode) => ContentNode[] | undefined;
  /** True if the written text may be cut. Default: always. */
  readonly mayCut?: (text: string) => boolean;
}

/** Splits the output of blocks into pieces; concatenated with their gaps they give the same output. */
export function piecesOf(blocks: readonly ContentNode[], options: PieceOptions = {}): Pieces {
  const { write = blocksText, mayCut = () => true } = options;
  const texts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  let section: Section = { level: 0, title: '', id: undefined, parent: undefined, end: 0 };
  for (const { block, gap, node } of entriesOf(blocks, options)) {
    const text = write([block]);
    const start = pieces.length === 0 ? 0 : length + gap.length;
    if (pieces.length > 0) texts.push(gap);
    texts.push(text);
    length = start + text.length;
    const opens = block.type === 'heading';
    if (opens) section = sectionOf(block, section);
    pieces.push({
      indivisible: !mayCut(text),
      start,
      end: length,
      node,
      opens,
      section,
      whole: block.type === 'code' || block.type === 'table',
    });
  }
  endSections(pieces);
  return { text: texts.join(''), pieces };
}

function sectionOf({ level, id, children }: Heading, current: Section): Section {
  let parent: Section | undefined = current;
  while (parent !== undefined && parent.level >= level) parent = parent.parent;
  return { level, id, title: inlineText(children, ' ').trim(), parent, end: 0 };
}

/** A section ends with its last piece, or with that of its last subsection. */
function endSections(pieces: readonly Piece[]): void {
  for (const { section, end } of pieces)
    for (let around: Section | undefined = section; around !== undefined; around = around.parent)
      around.end = end;
}

function entriesOf(blocks: readonly ContentNode[], options: PieceOptions): Entry[] {
  const entries: Entry[] = [];
  const stack = byBlankLines(blocks).reverse();
  while (stack.length > 0) {
    const entry = stack.pop()!;
    const parts = entryParts(entry.block, options);
    if (parts === undefined) entries.push(entry);
    else for (let i = parts.length - 1; i >= 0; i--) stack.push(inherited(parts[i]!, i, entry));
  }
  return entries;
}

/** The first part takes the gap of the whole; parts without a node take that of the whole. */
function inherited(part: Entry, index: number, whole: Entry): Entry {
  return { block: part.block, gap: index === 0 ? whole.gap : part.gap, node: part.node ?? whole.node };
}

function entryParts(block: ContentNode, options: PieceOptions): Entry[] | undefined {
  if (options.partsOf === undefined) return partsOf(block);
  return options.partsOf(block)?.map(part => ({ block: part, gap: '\n\n', node: part.node }));
}

function partsOf(block: ContentNode): Entry[] | undefined {
  switch (block.type) {
    case 'quote':
      return byBlankLines(block.children);
    case 'details':
      return byBlankLines([{ type: 'paragraph', children: block.summary }, ...block.children]);
    case 'figure': {
      const caption: ContentNode = { type: 'paragraph', children: block.caption ?? [] };
      return byBlankLines(block.captionFirst ? [caption, ...block.media] : [...block.media, caption]);
    }
    case 'list':
      return byLines(block.items, item => ({ ...block, items: [item] }));
    case 'footnotes':
      return byLines(block.items, item => ({ ...block, items: [item] }));
    case 'definitions':
      return byLines(
        block.items.filter(item => blocksText([{ ...block, items: [item] }]) !== ''),
        item => ({ ...block, items: [item] }),
      );
    default:
      return undefined;
  }
}

function byBlankLines(blocks: readonly ContentNode[]): Entry[] {
  return blocks
    .filter(block => blocksText([block]) !== '')
    .map(block => ({ block, gap: '\n\n', node: block.node }));
}

function byLines<T extends object>(
  items: readonly T[],
  alone: (item: T) => ContentNode,
): Entry[] | undefined {
  if (items.length < 2) return undefined;
  return items.map(item => ({
    block: alone(item),
    gap: '\n',
    node: (item as { readonly node?: number }).node,
  }));
}
