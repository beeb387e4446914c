import { isSafeLink } from '../content/addresses.js';
import type {
  CodeBlock,
  ContentNode,
  Definitions,
  Footnote,
  Inline,
  List,
  ListItem,
} from '../content/content.js';
import { type ArticleLike, type OutputOptions, wholeContent } from './article-like.js';
import { footnotesIn } from './footnote-numbers.js';
import { inlineHtml } from './html.js';
import { escapeAddress, escapeLabel, escapeLineStart, safeLatex } from './markdown-escape.js';
import { codeSpan, imageMarkdown, inlineMarkdown, type LineContext, longestRun } from './markdown-inline.js';
import { tableMarkdown } from './markdown-table.js';

/** GitHub-flavoured Markdown with footnotes and `$…$` formulas. */
export function markdownFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  return markdownOf(wholeContent(article, options));
}

/** Blocks as Markdown. */
export function markdownOf(blocks: readonly ContentNode[]): string {
  return blocksMarkdown(blocks, { notes: noteLabels(blocks), lineBreak: '\\\n' });
}

type Writers = {
  [T in ContentNode['type']]: (block: Extract<ContentNode, { type: T }>, context: LineContext) => string;
};

const WRITERS: Writers = {
  paragraph: (block, context) => paragraphMarkdown(block.children, context),
  heading: (block, context) => {
    const line = inlineMarkdown(block.children, { ...context, lineBreak: ' ' });
    // Number signs at the end would be taken for the closing of the heading.
    return `${'#'.repeat(block.level)} ${line.replace(/(^|\s)(#{1,50})$/, '$1\\$2')}`;
  },
  list: (block, context) => listMarkdown(block, context, false),
  quote: (block, context) => prefixed(blocksMarkdown(block.children, context), '> ', '> '),
  code: block => codeMarkdown(block),
  table: tableMarkdown,
  figure: (block, context) => {
    const parts = [blocksMarkdown(block.media, context), paragraphMarkdown(block.caption ?? [], context)];
    return (block.captionFirst ? parts.reverse() : parts).filter(Boolean).join('\n\n');
  },
  image: block => imageMarkdown(block),
  video: block => linkTo(block.src, block.title),
  audio: block => linkTo(block.src, block.title),
  embed: block => linkTo(block.src, block.title),
  math: block => {
    if (block.latex === undefined) return paragraphMarkdown([block], { notes: new Map(), lineBreak: ' ' });
    return block.latex.includes('$')
      ? codeSpan(block.latex)
      : `$$\n${safeLatex(block.latex.replace(/\n\s*\n/g, '\n'))}\n$$`;
  },
  definitions: (block, context) => listMarkdown(listOf(block), context, false),
  details: (block, context) => {
    const summary = `<details>\n<summary>${inlineHtml(block.summary)}</summary>`;
    return `${summary}\n\n${blocksMarkdown(block.children, context)}\n\n</details>`;
  },
  footnotes: (block, context) => block.items.map(note => footnoteMarkdown(note, context)).join('\n\n'),
  rule: () => '---',
};

function blocksMarkdown(blocks: readonly ContentNode[], context: LineContext): string {
  const written: string[] = [];
  let alternate = false;
  blocks.forEach((block, i) => {
    // Two lists in a row would be one: every second one gets other markers.
    const previous = blocks[i - 1];
    alternate =
      block.type === 'list' && previous?.type === 'list' && previous.ordered === block.ordered && !alternate;
    const text =
      block.type === 'list'
        ? listMarkdown(block, context, alternate)
        : (WRITERS[block.type] as (block: ContentNode, context: LineContext) => string)(block, context);
    if (text !== '') written.push(text);
  });
  return written.join('\n\n');
}

function paragraphMarkdown(inlines: readonly Inline[], context: LineContext): string {
  const text = inlineMarkdown(inlines, context).trim();
  if (!text.includes('\n')) return escapeLineStart(text);
  return text.split('\n').map(escapeLineStart).join('\n');
}

/** Items stand close together unless one holds more than a paragraph and a list. */
function listMarkdown(list: List, context: LineContext, alternate: boolean): string {
  const isTight = list.items.every(isTightItem);
  const start = Math.max(0, list.start ?? 1);
  const items = list.items.map((item, i) => {
    const bullet = alternate ? '*' : '-';
    const marker = list.ordered ? `${start + i}${alternate ? ')' : '.'} ` : `${bullet} `;
    return itemMarkdown(item, marker, isTight, context);
  });
  return items.join(isTight ? '\n' : '\n\n');
}

function isTightItem(item: ListItem): boolean {
  const [first, second] = item.children;
  if (first === undefined || item.children.length === 1) return true;
  return item.children.length === 2 && first.type === 'paragraph' && second?.type === 'list';
}

function itemMarkdown(item: ListItem, marker: string, isTight: boolean, context: LineContext): string {
  const task = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
  const blocks = blocksMarkdown(item.children, context);
  // In a tight list no blank line parts the paragraph from the list beneath it.
  const [first] = item.children;
  const text = isTight && first?.type === 'paragraph' ? blocks.replace('\n\n', '\n') : blocks;
  return prefixed(task + text, marker, ' '.repeat(marker.length));
}

/** Markdown has no definition lists: the term is bold and its description follows on the next line. */
function listOf(definitions: Definitions): List {
  const items = definitions.items.map(({ terms, descriptions }): ListItem => {
    const lines = terms.map((term): Inline[] => [{ type: 'strong', children: term }]);
    const blocks = descriptions.flat();
    const [first, ...others] = blocks;
    if (first?.type === 'paragraph') lines.push(first.children);
    const rest = first?.type === 'paragraph' ? others : blocks;
    const children = lines.flatMap((line, i) => (i === 0 ? line : [BREAK, ...line]));
    return { children: lines.length === 0 ? rest : [{ type: 'paragraph', children }, ...rest] };
  });
  return { type: 'list', ordered: false, items };
}

const BREAK: Inline = { type: 'break' };

function codeMarkdown(block: CodeBlock): string {
  const fence = '`'.repeat(Math.max(3, longestRun(block.text, '`') + 1));
  return `${fence}${(block.language ?? '').replace(/[\s`]/g, '')}\n${block.text}\n${fence}`;
}

function footnoteMarkdown(note: Footnote, context: LineContext): string {
  const label = context.notes.get(note.id) ?? note.label;
  return prefixed(blocksMarkdown(note.children, context), `[^${label}]: `, '    ');
}

/** Labels are the page's own where they are plain and told apart, else numbers that no other note has. */
function noteLabels(blocks: readonly ContentNode[]): Map<string, string> {
  const labels = new Map<string, string>();
  const taken = new Set<string>();
  for (const note of footnotesIn(blocks)) {
    if (labels.has(note.id)) continue;
    let label = /^[\w-]{1,20}$/.test(note.label) ? note.label : String(labels.size + 1);
    for (let n = 1; taken.has(label); n++) label = `${labels.size + n}`;
    taken.add(label);
    labels.set(note.id, label);
  }
  return labels;
}

function linkTo(address: string, title: string | undefined): string {
  if (!isSafeLink(address)) return '';
  return title === undefined
    ? `<${address.replace(/[\s<>]/g, encodeURIComponent)}>`
    : `[${escapeLabel(title)}](${escapeAddress(address)})`;
}

/** The first line behind one prefix, the others behind another; blank lines get none of its spaces. */
function prefixed(text: string, first: string, others: string): string {
  if (!text.includes('\n\n')) return first + text.replaceAll('\n', `\n${others}`);
  const blank = others.trimEnd();
  return first + text.replace(/\n(?=(\n)?)/g, (_, next) => `\n${next === undefined ? others : blank}`);
}
