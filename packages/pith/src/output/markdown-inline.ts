import { isSafeLink, isSafeMedia } from '../content/addresses.js';
import type { Image, Inline, MathFormula } from '../content/content.js';
import {
  escapeAddress,
  escapeInline,
  escapeLabel,
  escapeTitle,
  LAST_EDGE,
  safeLatex,
} from './markdown-escape.js';
import { inlineText } from './text.js';

/** What a line is written for. */
export interface LineContext {
  /** Labels of the footnotes that the document defines, by id. */
  readonly notes: ReadonlyMap<string, string>;
  /** How a break is written: a hard break in a paragraph, a space in a heading, a tag in a cell. */
  readonly lineBreak: string;
  /** In the text of a link. */
  readonly inLink?: boolean;
}

type Writer<T extends Inline['type']> = (
  inline: Extract<Inline, { type: T }>,
  context: LineContext,
  before: string,
  after: string,
) => string;

/** Writes a line. `before` and `after` are the characters around it. */
export function inlineMarkdown(
  inlines: readonly Inline[],
  context: LineContext,
  before = '',
  after = '',
): string {
  const parts: string[] = [];
  let precedes = before;
  inlines.forEach((inline, i) => {
    const next = inlines[i + 1];
    const follows = next === undefined ? after : firstCharacter(next);
    const write = WRITERS[inline.type] as Writer<Inline['type']>;
    const written = write(inline, context, precedes, follows);
    if (written === '') return;
    parts.push(written);
    // Of this part only: to ask a string that grows for its end is to copy it.
    precedes = written.at(-1)!;
  });
  return parts.join('');
}

/** Around the content of a delimiter: anything that is neither a letter nor a space nor a delimiter. */
const EDGES = { before: '"', after: '"' };

const WRITERS: { [T in Inline['type']]: Writer<T> } = {
  text: (inline, context, before, after) =>
    escapeInline(inline.text, { before, after, inLink: context.inLink === true }),
  link: (inline, context) => linkMarkdown(inline.href, inline.title, inline.children, context),
  emphasis: (inline, context, before, after) => delimited(inline.children, '*', 'em', context, before, after),
  strong: (inline, context, before, after) =>
    delimited(inline.children, '**', 'strong', context, before, after),
  deleted: (inline, context, before, after) =>
    delimited(inline.children, '~~', 'del', context, before, after),
  code: inline => codeSpan(inline.text),
  inserted: (inline, context) => tagged('ins', inline.children, context),
  mark: (inline, context) => tagged('mark', inline.children, context),
  sub: (inline, context) => tagged('sub', inline.children, context),
  sup: (inline, context) => tagged('sup', inline.children, context),
  quotation: (inline, context) => `“${inlineMarkdown(inline.children, context, '“', '”')}”`,
  break: (_, context) => context.lineBreak,
  image: inline => imageMarkdown(inline),
  math: inline => mathMarkdown(inline),
  footnoteReference: (inline, context, before, after) => {
    const label = context.notes.get(inline.note);
    return label === undefined ? escapeInline(inline.text, { before, after }) : `[^${label}]`;
  },
};

/** An image, or nothing when its address is not safe. */
export function imageMarkdown(image: Image): string {
  if (!isSafeMedia(image.src)) return '';
  return `![${escapeLabel(image.alt ?? '')}](${destination(image.src, image.title)})`;
}

/** A formula in a line; one that holds a dollar sign would end early and is written as code. */
export function mathMarkdown(math: MathFormula): string {
  if (math.latex === undefined) return escapeInline(math.text, EDGES);
  const latex = math.latex.replace(/\s+/g, ' ').trim();
  return latex.includes('$') ? codeSpan(latex) : `$${safeLatex(latex)}$`;
}

/** Code between more backticks than stand in it. */
export function codeSpan(text: string): string {
  const code = text.replace(/\s+/g, ' ');
  const fence = '`'.repeat(longestRun(code, '`') + 1);
  const pad =
    code.startsWith('`') || code.endsWith('`') || (code.startsWith(' ') && code.endsWith(' ')) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** Length of the longest run of a character. */
export function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const c of text) {
    run = c === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

function linkMarkdown(
  href: string,
  title: string | undefined,
  children: Inline[],
  context: LineContext,
): string {
  const text = inlineMarkdown(children, { ...context, inLink: true }, '[', ']');
  if (!isSafeLink(href) || text.trim() === '') return text;
  if (title === undefined && /^https?:\/\/[^\s<>]+$/.test(href) && inlineText(children) === href)
    return `<${href}>`;
  return `[${text}](${destination(href, title)})`;
}

function destination(address: string, title: string | undefined): string {
  return title === undefined ? escapeAddress(address) : `${escapeAddress(address)} "${escapeTitle(title)}"`;
}

/**
 * Text between delimiters; blanks at its ends go outside. Delimiters beside a letter do not work when the text has
 * punctuation there (`**“word”**word`, common in Chinese), nor beside one another: there the tag is written.
 */
function delimited(
  children: readonly Inline[],
  delimiter: string,
  tag: string,
  context: LineContext,
  before: string,
  after: string,
): string {
  const edge = after === '' || /\s/.test(after) ? LAST_EDGE : EDGES.after;
  const written = inlineMarkdown(children, context, EDGES.before, edge);
  const inner = written.trim();
  if (inner === '') return written;
  const lead = written.slice(0, written.indexOf(inner));
  const tail = written.slice(lead.length + inner.length);
  const opens = flanks(lead === '' ? before : ' ', inner[0]!);
  const closes = flanks(tail === '' ? after : ' ', inner.at(-1)!);
  const clashes = (lead === '' && before === delimiter[0]) || (tail === '' && after === delimiter[0]);
  if (opens && closes && !clashes) return `${lead}${delimiter}${inner}${delimiter}${tail}`;
  return `${lead}<${tag}>${inner}</${tag}>${tail}`;
}

function flanks(outside: string, inside: string): boolean {
  return !(/[\p{L}\p{N}]/u.test(outside) && /[\p{P}\p{S}]/u.test(inside));
}

function tagged(tag: string, children: readonly Inline[], context: LineContext): string {
  return `<${tag}>${inlineMarkdown(children, context, '>', '<')}</${tag}>`;
}

const FIRST: Partial<Record<Inline['type'], string>> = {
  link: '[',
  footnoteReference: '[',
  emphasis: '*',
  strong: '*',
  deleted: '~',
  code: '`',
  image: '!',
  math: '$',
  break: '\n',
  quotation: '“',
};

/** The character that an inline will begin with. */
function firstCharacter(inline: Inline): string {
  if (inline.type === 'text') return inline.text[0] ?? '';
  return FIRST[inline.type] ?? '<';
}
