import { parseHTML } from 'linkedom';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { normalAddress, normalFormula, normalLanguage, normalText, normalWords } from './normal-forms.js';
import type { Grid } from './similarity.js';

/** Elements of a Markdown document in normal form, in document order; empty ones are left out. */
export interface Elements {
  readonly words: readonly string[];
  /** Without the title. */
  readonly headings: readonly { readonly depth: number; readonly text: string }[];
  /** Own text of list items, without nested lists. */
  readonly items: readonly string[];
  readonly links: readonly { readonly text: string; readonly address: string }[];
  readonly images: readonly string[];
  readonly code: readonly { readonly language: string; readonly text: string }[];
  readonly inlineCode: readonly string[];
  /** Pipe tables and HTML tables. */
  readonly tables: readonly Grid[];
  readonly quotes: readonly string[];
  /** Kinds of callouts: `note` for `> [!NOTE]`. A callout is also a quote. */
  readonly callouts: readonly string[];
  readonly formulas: readonly string[];
  readonly notes: readonly string[];
  readonly noteReferences: number;
  readonly bold: readonly string[];
  readonly italics: readonly string[];
}

interface PageFacts {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
}

/** Parses CommonMark with GFM, footnotes and dollar math. */
export function elementsOf(markdown: string, { url, title }: PageFacts = {}): Elements {
  const { source, grids } = withoutHtmlTables(markdown);
  const root = parse(source);
  const found = collect(root, source, url);
  const bare = (texts: readonly string[]) => texts.filter(text => text !== '');
  const tables = [...grids, ...found.tables].map(grid => grid.map(row => row.map(normalText)));
  return {
    ...found,
    words: normalWords(plainText(root).replace(/\[!\w+\]/g, '')),
    headings: withoutTitle(
      found.headings.filter(({ text }) => text !== ''),
      normalText(title ?? ''),
    ),
    items: bare(found.items),
    images: bare(found.images),
    code: found.code.filter(({ text }) => text.trim() !== ''),
    inlineCode: bare(found.inlineCode),
    tables: tables.filter(grid => grid.flat().some(cell => cell !== '')),
    quotes: bare(found.quotes),
    formulas: bare(found.formulas),
    notes: bare(found.notes),
    bold: bare(found.bold),
    italics: bare(found.italics),
  };
}

/** The properties of mdast nodes that are read here. */
interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly lang?: string | null;
  readonly identifier?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position: { readonly start: { offset: number }; readonly end: { offset: number } };
}

function parse(markdown: string): MarkdownNode {
  return fromMarkdown(markdown, {
    extensions: [gfm(), math()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  }) as unknown as MarkdownNode;
}

function* nodesOf(root: MarkdownNode): Generator<MarkdownNode> {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    for (const child of [...(node.children ?? [])].reverse()) open.push(child);
  }
}

function collect(root: MarkdownNode, source: string, base: string | undefined) {
  const found = {
    headings: [] as { depth: number; text: string }[],
    items: [] as string[],
    links: [] as { text: string; address: string }[],
    images: [] as string[],
    code: [] as { language: string; text: string }[],
    inlineCode: [] as string[],
    tables: [] as string[][][],
    quotes: [] as string[],
    callouts: [] as string[],
    formulas: [] as string[],
    notes: [] as string[],
    noteReferences: 0,
    bold: [] as string[],
    italics: [] as string[],
  };
  const all = [...nodesOf(root)];
  const definitions = new Map(
    all.filter(node => node.type === 'definition').map(node => [node.identifier, node.url!]),
  );
  const addressOf = (node: MarkdownNode) =>
    normalAddress(node.url ?? definitions.get(node.identifier) ?? '', base);
  const text = (node: MarkdownNode) => normalText(plainText(node));
  const handlers: Readonly<Record<string, (node: MarkdownNode) => void>> = {
    heading: node => found.headings.push({ depth: node.depth!, text: text(node) }),
    listItem: node => found.items.push(ownText(node)),
    link: node => found.links.push({ text: text(node), address: addressOf(node) }),
    linkReference: node => found.links.push({ text: text(node), address: addressOf(node) }),
    image: node => found.images.push(addressOf(node)),
    imageReference: node => found.images.push(addressOf(node)),
    code: node => found.code.push({ language: normalLanguage(node.lang), text: trimmedLines(node.value!) }),
    inlineCode: node => found.inlineCode.push(node.value!.replace(/\s+/g, ' ').trim()),
    table: node => found.tables.push(node.children!.map(row => row.children!.map(plainText))),
    blockquote(node) {
      const quote = plainText(node);
      const kind = /^\s*\[!(\w+)\][+-]?/.exec(quote);
      if (kind) found.callouts.push(kind[1]!.toLowerCase());
      found.quotes.push(normalText(quote.slice(kind?.[0].length ?? 0)));
    },
    math: node => found.formulas.push(normalFormula(node.value!)),
    inlineMath(node) {
      if (isFormula(node, source)) found.formulas.push(normalFormula(node.value!));
    },
    footnoteDefinition: node => found.notes.push(text(node)),
    footnoteReference: () => found.noteReferences++,
    strong: node => found.bold.push(text(node)),
    emphasis: node => found.italics.push(text(node)),
  };
  for (const node of all) if (Object.hasOwn(handlers, node.type)) handlers[node.type]!(node);
  return found;
}

function ownText({ children = [] }: MarkdownNode): string {
  return normalText(
    children
      .filter(child => child.type !== 'list')
      .map(plainText)
      .join(' '),
  );
}

const SEPARATED = new Set(['list', 'listItem', 'blockquote', 'table', 'tableRow', 'root']);
const UNREAD = new Set(['image', 'imageReference', 'footnoteReference']);
const SPACES = new Set(['html', 'break']);

/** Text of a node without images, footnote marks and HTML tags. Recursive: the parser limits the depth. */
function plainText(node: MarkdownNode): string {
  if (UNREAD.has(node.type)) return '';
  if (SPACES.has(node.type)) return ' ';
  const separator = SEPARATED.has(node.type) ? ' ' : '';
  return node.value ?? (node.children ?? []).map(plainText).join(separator);
}

function trimmedLines(code: string): string {
  const lines = code.split('\n').map(line => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  while (lines[0] === '') lines.shift();
  return lines.join('\n');
}

/** Amounts of money between two dollar signs (“$5 to $10 million”) are parsed as math but are not formulas. */
function isFormula({ position }: MarkdownNode, source: string): boolean {
  const [start, end] = [position.start.offset, position.end.offset];
  if (source.startsWith('$$', start)) return true;
  const body = source.slice(start + 1, end - 1);
  if (/\d/.test(source.charAt(end))) return false;
  if (/^\d[\d.,]*\s*(?:[-–(]|[a-z]{2,}\s|[mb]illion)/i.test(body)) return false;
  return body.trim() === body || /\\[a-z]/i.test(body);
}

/** Removes headings that repeat the title, and a first heading that contains it or is part of it. */
function withoutTitle<T extends { readonly text: string }>(headings: readonly T[], title: string): T[] {
  if (title === '') return [...headings];
  return headings.filter(
    ({ text }, i) => text !== title && !(i === 0 && (title.includes(text) || text.includes(title))),
  );
}

const TABLE_START = /<table[\s>]/gi;
const TABLE_END = '</table>';

/** Replaces HTML tables outside code by their escaped text, so that their words still count. */
function withoutHtmlTables(markdown: string): { source: string; grids: string[][][] } {
  const starts = Array.from(markdown.matchAll(TABLE_START), match => match.index);
  if (starts.length === 0) return { source: markdown, grids: [] };
  const code = [...nodesOf(parse(markdown))].filter(({ type }) => type === 'code' || type === 'inlineCode');
  const isCode = (at: number) =>
    code.some(({ position: { start, end } }) => at >= start.offset && at < end.offset);
  const grids: string[][][] = [];
  let source = '';
  let done = 0;
  const lower = markdown.toLowerCase();
  for (const start of starts) {
    const close = lower.indexOf(TABLE_END, start);
    if (start < done || close < 0 || isCode(start)) continue;
    const end = close + TABLE_END.length;
    const grid = gridOf(markdown.slice(start, end));
    grids.push(grid);
    source += `${markdown.slice(done, start)}\n\n${escapedText(grid)}\n\n`;
    done = end;
  }
  return { source: source + markdown.slice(done), grids };
}

function escapedText(grid: readonly (readonly string[])[]): string {
  const lines = grid.map(row => row.join(' ').replace(/\s+/g, ' ').trim());
  return lines.map(line => line.replace(/[!-/:-@[-`{-~]/g, '\\$&')).join('\n\n');
}

const MOST_COLUMNS = 20;

interface HtmlElement {
  readonly textContent: string;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
  getAttribute(name: string): string | null;
  replaceWith(text: string): void;
}

/** Texts of an HTML table's cells; a cell that spans columns is followed by empty ones. */
function gridOf(html: string): string[][] {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const rows = (document.body as unknown as HtmlElement).querySelectorAll('tr');
  return Array.from(rows, row =>
    Array.from(row.querySelectorAll('td, th')).flatMap(cell => {
      for (const line of cell.querySelectorAll('br')) line.replaceWith(' ');
      const span = Math.min(Number(cell.getAttribute('colspan')) || 1, MOST_COLUMNS);
      return [cell.textContent, ...Array.from({ length: span - 1 }, () => '')];
    }),
  );
}
