import { safeAddress } from '../content/addresses.js';
import {
  type Callout,
  type ContentNode,
  type Definitions,
  type Footnote,
  type Inline,
  inlineText,
  type List,
  type ListItem,
  type MathFormula,
} from '../content/content.js';
import { isFootnotesTitle } from '../content/note-marks.js';
import { type MarkdownOptions, markdownSettings } from '../options.js';
import { type ArticleLike, calloutName, footnotesIn, type OutputOptions } from './article-like.js';
import { adaptedContent } from './markdown-adapted.js';
import { imageMarkdown, labelMarkdown, lineMarkdown, linkTarget } from './markdown-inline.js';
import {
  asNote,
  escapeLines,
  extentOfLine,
  HARD_BREAK,
  LineContext,
  LinkDefinitions,
  NOTHING,
} from './markdown-lines.js';
import { codeMarkdown, destination, displayLatex, fenced, isAutolink } from './markdown-spans.js';
import { lineAsHtml, tableMarkdown } from './markdown-table.js';
import { contentByPosts } from './posts.js';

/** GitHub-flavoured Markdown with footnotes and `$…$` formulas; posts under headings, replies below their parents. */
export function markdownFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  return markdownOf(contentByPosts(article, options), options.markdown);
}

export function markdownOf(blocks: readonly ContentNode[], options?: MarkdownOptions): string {
  const adapted = adaptedContent(blocks, options);
  return withoutFrontMatter(markdownWriter(adapted, options)(adapted));
}

/**
 * Returns a function that writes parts of `all`, which must come from `adaptedContent`. Footnotes have the same labels
 * in every part, and the numbers of reference links continue from part to part.
 */
export function markdownWriter(
  all: readonly ContentNode[],
  options?: MarkdownOptions,
): (blocks: readonly ContentNode[]) => string {
  const settings = markdownSettings(options);
  const definitions = settings.links === 'reference' ? new LinkDefinitions() : undefined;
  const context = new LineContext(noteLabels(all), HARD_BREAK, { ...settings, definitions });
  return blocks => {
    const text = blocksMarkdown(blocks, context);
    const ends = definitions?.take();
    return ends ? `${text}\n\n${ends}` : text;
  };
}

/** Prevents the text from being parsed as front matter, which some consumers execute. */
export function withoutFrontMatter(markdown: string): string {
  if (markdown.startsWith('---\n') || markdown === '---') return `***${markdown.slice(3)}`;
  return FRONT_MATTER.test(markdown) ? `\\${markdown}` : markdown;
}

const FRONT_MATTER = /^(?:---|\+\+\+|;;;|\{)/;

type Writers = {
  [T in ContentNode['type']]: (block: Extract<ContentNode, { type: T }>, context: LineContext) => string;
};

const WRITERS: Writers = {
  paragraph: (block, context) => paragraphMarkdown(block.children, context),
  heading: (block, context) => {
    const line = lineMarkdown(block.children, context.breaking(' ')).trim();
    return `${'#'.repeat(block.level)} ${withoutCloser(line)}`;
  },
  list: (block, context) => listMarkdown(block, context, false),
  quote: (block, context) => prefixed(blocksMarkdown(block.children, context), '> ', '> '),
  callout: calloutMarkdown,
  code: block => codeMarkdown(block),
  table: tableMarkdown,
  figure: (block, context) => {
    const parts = [blocksMarkdown(block.media, context), paragraphMarkdown(block.caption ?? [], context)];
    return (block.captionFirst ? parts.reverse() : parts).filter(Boolean).join('\n\n');
  },
  image: imageMarkdown,
  video: (block, context) => linkTo(block.src, block.title, context),
  audio: (block, context) => linkTo(block.src, block.title, context),
  embed: (block, context) => linkTo(block.src, block.title, context),
  math: (block, context) => formulaMarkdown(block, context),
  definitions: (block, context) => blocksMarkdown(paragraphsOf(block), context),
  details: (block, context) => {
    const summary = `<details>\n<summary>${lineAsHtml(block.summary)}</summary>`;
    return [summary, blocksMarkdown(block.children, context), '</details>'].filter(Boolean).join('\n\n');
  },
  footnotes: (block, context) =>
    block.items
      .map(note => footnoteMarkdown(note, context))
      .filter(Boolean)
      .join('\n\n'),
  rule: () => '---',
};

/** `> [!note] Title`, or a quote with the title in bold. */
function calloutMarkdown({ kind, title, children }: Callout, context: LineContext): string {
  const name = calloutName(kind);
  const isAlert = context.options.callouts === 'alert';
  const label: readonly Inline[] = title ?? [{ type: 'text', text: name }];
  if (!isAlert) {
    const bold: ContentNode = { type: 'paragraph', children: [{ type: 'strong', children: [...label] }] };
    return prefixed(blocksMarkdown([bold, ...children], context), '> ', '> ');
  }
  const written = title === undefined ? '' : lineMarkdown(title, context.breaking(' '), ' ').trim();
  const head = `[!${name}]${written === '' ? '' : ` ${written}`}`;
  const body = blocksMarkdown(children, context);
  return prefixed(body === '' ? head : `${head}\n${beginsBlock(children) ? '\n' : ''}${body}`, '> ', '> ');
}

function beginsBlock([first]: readonly ContentNode[]): boolean {
  return first !== undefined && first.type !== 'paragraph';
}

function blocksMarkdown(blocks: readonly ContentNode[], context: LineContext): string {
  return written(blocks, context).texts.join('\n\n');
}

interface Written {
  readonly texts: readonly string[];
  readonly beginsWithText: boolean;
}

function written(blocks: readonly ContentNode[], context: LineContext): Written {
  const texts: string[] = [];
  let beginsWithText = false;
  let alternate = false;
  blocks.forEach((block, i) => {
    // Two adjacent lists would merge: every second one gets other markers.
    const previous = blocks[i - 1];
    alternate =
      block.type === 'list' && previous?.type === 'list' && previous.ordered === block.ordered && !alternate;
    const text =
      block.type === 'list'
        ? listMarkdown(block, context, alternate)
        : (WRITERS[block.type] as (block: ContentNode, context: LineContext) => string)(block, context);
    if (text === '' || isNotesHeading(block, blocks[i + 1])) return;
    if (texts.length === 0) beginsWithText = block.type === 'paragraph';
    texts.push(text);
  });
  return { texts, beginsWithText };
}

/** True for the title of footnotes, which engines collect at the end of the page under one of their own. */
function isNotesHeading(block: ContentNode, next: ContentNode | undefined): boolean {
  return (
    block.type === 'heading' && next?.type === 'footnotes' && isFootnotesTitle(inlineText(block.children))
  );
}

function paragraphMarkdown(inlines: readonly Inline[], context: LineContext): string {
  const line = lineMarkdown(inlines, context);
  return escapeLines(line.slice(...extentOfLine(line)));
}

/** Escapes number signs at the end of a heading, which would be parsed as its closing sequence. */
function withoutCloser(line: string): string {
  let start = line.length;
  while (line[start - 1] === '#') start--;
  const isCloser = start < line.length && (start === 0 || /\s/.test(line[start - 1]!));
  return isCloser ? `${line.slice(0, start)}\\${line.slice(start)}` : line;
}

function formulaMarkdown(formula: MathFormula, context: LineContext): string {
  if (formula.latex === undefined) return paragraphMarkdown([formula], context.breaking(' '));
  return displayLatex(formula.latex, context) ?? fenced(formula.latex.replace(/\r\n?/g, '\n').trim(), 'math');
}

/** Markdown's limit for the number of an item. */
const LAST_NUMBER = 999_999_999;

function listMarkdown(list: List, context: LineContext, alternate: boolean): string {
  const isTight = list.items.every(isTightItem);
  const start = Math.min(Math.max(0, list.start ?? 1), LAST_NUMBER - list.items.length);
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
  const follows = second?.type === 'list' && mayFollowText(second);
  return item.children.length === 2 && first.type === 'paragraph' && follows;
}

/**
 * True if a list may directly follow text: it and the lists nested at its start must count from one and contain text.
 */
function mayFollowText(list: List): boolean {
  let next: ContentNode | undefined = list;
  while (next?.type === 'list') {
    if (next.ordered && (next.start ?? 1) !== 1) return false;
    next = next.items[0]?.children[0];
  }
  return next !== undefined;
}

function itemMarkdown(item: ListItem, marker: string, isTight: boolean, context: LineContext): string {
  const { texts, beginsWithText } = written(item.children, context);
  const text = texts.join(isTight && beginsWithText ? '\n' : '\n\n');
  return prefixed(withTask(item.checked, beginsWithText, text), marker, ' '.repeat(marker.length));
}

/** A task box belongs to a paragraph: other blocks must not be absorbed into it. */
function withTask(checked: boolean | undefined, beginsWithText: boolean, text: string): string {
  if (checked === undefined) return text;
  const box = checked ? '[x] ' : '[ ] ';
  return beginsWithText ? box + text : `${box}${NOTHING}\n\n${text}`;
}

/** Markdown has no definition lists: terms and descriptions become paragraphs. */
function paragraphsOf(definitions: Definitions): ContentNode[] {
  return definitions.items.flatMap(({ terms, descriptions }) => [
    ...terms.map((children): ContentNode => ({ type: 'paragraph', children })),
    ...descriptions.flat(),
  ]);
}

/** Notes without a label become text. */
function footnoteMarkdown(note: Footnote, context: LineContext): string {
  const label = context.notes.get(note.id);
  const { texts, beginsWithText } = written(note.children, context);
  const text = texts.join('\n\n');
  if (label === undefined || text === '') return text;
  const body = beginsWithText ? asNote(text) : `${NOTHING} ${NOTHING}\n\n${text}`;
  return prefixed(body, `[^${label}]: `, '    ');
}

/** The page's own labels if they are simple and unique, else unused numbers. */
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

function linkTo(src: string, title: string | undefined, context: LineContext): string {
  const address = safeAddress(src, 'media');
  if (address === undefined || address === '') return '';
  if (title === undefined && isAutolink(address)) return `<${address}>`;
  return `[${labelMarkdown(title ?? address, context)}]${linkTarget(destination(address, undefined), context)}`;
}

/** Prefixes the first line and the others; blank lines get no trailing spaces. */
function prefixed(text: string, first: string, others: string): string {
  if (!text.includes('\n\n')) return first + text.replaceAll('\n', `\n${others}`);
  const blank = others.trimEnd();
  return first + text.replace(/\n(?=(\n)?)/g, (_, next) => `\n${next === undefined ? others : blank}`);
}
