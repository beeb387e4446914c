import { safeAddress } from '../content/addresses.js';
import { type Image, type Inline, inlineText, type Link, type MathFormula } from '../content/content.js';
import {
  BESIDE_ASTERISKS,
  BESIDE_CODE,
  BESIDE_DOLLARS,
  BESIDE_FORMULA,
  BESIDE_UNDERSCORES,
  extentOfLine,
  HARD_BREAK,
  IN_LINK,
  IN_STRONG,
  type LineContext,
} from './markdown-lines.js';
import { codeSpan, destination, inlineFormula, isAutolink, safeLatex } from './markdown-spans.js';
import { escapeInline, firstVisible, isSpace, LAST_EDGE } from './markdown-text.js';

type Writer<T extends Inline['type']> = (
  inline: Extract<Inline, { type: T }>,
  context: LineContext,
  before: string,
  after: string,
) => string;

/** Writes a line; `before` and `after` are adjacent characters, if any. */
export function lineMarkdown(
  inlines: readonly Inline[],
  context: LineContext,
  before = '',
  after = '',
): string {
  return inlineMarkdown(inlines, context.and(neighbours(inlines)), before, after);
}

function neighbours(inlines: readonly Inline[]): number {
  let found = 0;
  for (const inline of inlines) {
    if (inline.type === 'code') found |= BESIDE_CODE;
    else if (inline.type === 'math') found |= BESIDE_CODE | BESIDE_FORMULA | BESIDE_DOLLARS;
    else if ('children' in inline) found |= neighbours(inline.children);
  }
  return dollarsIn(inlines) > 1 ? found | BESIDE_DOLLARS : found;
}

/** Counts the dollar signs in texts and URLs, which engines pair regardless of what is between them. */
function dollarsIn(inlines: readonly Inline[]): number {
  let count = 0;
  for (const inline of inlines) {
    for (const text of textsOf(inline)) count += text.split('$').length - 1;
    if ('children' in inline) count += dollarsIn(inline.children);
  }
  return count;
}

function textsOf(inline: Inline): readonly string[] {
  if (inline.type === 'link') return [inline.href, inline.title ?? ''];
  if (inline.type === 'image') return [inline.src, inline.alt ?? '', inline.title ?? ''];
  return 'text' in inline ? [inline.text] : [];
}

/** `before` needs at least the length of a URL scheme (SHORT); it is cut to that once it reaches LONG. */
const SHORT = 8;
const LONG = 64;

function inlineMarkdown(
  inlines: readonly Inline[],
  context: LineContext,
  before: string,
  after: string,
): string {
  const parts: string[] = [];
  const follows = new Following(inlines, context, after);
  let precedes = before;
  inlines.forEach((inline, i) => {
    const write = WRITERS[inline.type] as Writer<Inline['type']>;
    let written = write(inline, context, precedes, follows.first(i + 1));
    if (written === '') return;
    // Engines would treat the backslash of a break as part of a bare URL.
    if (inline.type === 'break' && written[0] === '\\' && endsInAddress(parts.at(-1)))
      written = ` ${written}`;
    parts.push(written);
    // Built from the last parts, since testing the end of a growing string would copy it.
    if (written.length >= SHORT) precedes = written;
    else precedes = (precedes.length < LONG ? precedes : precedes.slice(-SHORT)) + written;
  });
  return parts.join('');
}

function endsInAddress(written = ''): boolean {
  const word = written.slice(Math.max(written.lastIndexOf(' '), written.lastIndexOf('\n')) + 1);
  return /:\/\/|www\./i.test(word);
}

/** Passed as `before` and `after` for text between delimiters: neither letter nor space nor delimiter. */
const EDGE = '"';

const WRITERS: { [T in Inline['type']]: Writer<T> } = {
  text: (inline, context, before, after) => escapeInline(inline.text, before, after, context),
  link: linkMarkdown,
  emphasis: (inline, context, before, after) => {
    const isMixed =
      context.is(BESIDE_ASTERISKS | BESIDE_UNDERSCORES) ||
      (!isOneText(inline.children) && hasStrong(inline.children));
    return delimited(inline.children, isMixed ? '_' : '*', 'em', context, before, after);
  },
  strong: (inline, context, before, after) => {
    if (context.is(IN_STRONG)) return inlineMarkdown(inline.children, context, before, after);
    return delimited(inline.children, '**', 'strong', context.and(IN_STRONG), before, after);
  },
  deleted: (inline, context, before, after) =>
    delimited(inline.children, '~~', 'del', context, before, after),
  code: (inline, context, before) =>
    inline.element === 'kbd'
      ? tagged('kbd', [{ type: 'text', text: inline.text }], context)
      : codeSpan(inline.text, before, context),
  inserted: (inline, context) => tagged('ins', inline.children, context),
  mark: (inline, context) => tagged('mark', inline.children, context),
  sub: (inline, context) => tagged('sub', inline.children, context),
  sup: (inline, context) => tagged('sup', inline.children, context),
  abbr: (inline, context, before, after) => inlineMarkdown(inline.children, context, before, after),
  ruby: (inline, context) => tagged('ruby', inline.children, context),
  rt: (inline, context) => tagged('rt', inline.children, context),
  rp: (inline, context) => tagged('rp', inline.children, context),
  quotation: (inline, context) => `“${inlineMarkdown(inline.children, context, '“', '”')}”`,
  break: (_, context) => context.lineBreak,
  image: (inline, context) => imageMarkdown(inline, context),
  math: mathMarkdown,
  footnoteReference: (inline, context, before, after) => {
    const label = context.notes.get(inline.note);
    return label === undefined ? escapeInline(inline.text, before, after, context) : `[^${label}]`;
  },
};

export function imageMarkdown(image: Image, context: LineContext): string {
  const src = safeAddress(image.src, 'media');
  if (src === undefined) return '';
  const written = `![${labelMarkdown(image.alt ?? '', context)}](${destination(src, image.title)})`;
  const href = image.href === undefined || context.is(IN_LINK) ? undefined : safeAddress(image.href, 'link');
  return href === undefined ? written : `[${written}](${destination(href, undefined, written)})`;
}

export function labelMarkdown(text: string, context: LineContext): string {
  const label = text.replace(/\s+/g, ' ').trim();
  return escapeInline(label, '[', ']', context.and(IN_LINK | BESIDE_CODE | BESIDE_DOLLARS));
}

function mathMarkdown(math: MathFormula, context: LineContext, before: string, after: string): string {
  if (math.latex === undefined) return escapeInline(math.text, before, after, context);
  const latex = math.latex.replace(/\s+/g, ' ').trim();
  const safe = latex === '' ? '' : safeLatex(latex, context);
  if (safe === '') return '';
  return safe === undefined ? codeSpan(latex, before, context) : inlineFormula(safe, context);
}

function linkMarkdown(link: Link, context: LineContext, before: string, after: string): string {
  const href = context.is(IN_LINK) ? undefined : safeAddress(link.href, 'link');
  if (href === undefined) return inlineMarkdown(link.children, context, before, after);
  const { title, children } = link;
  if (title === undefined && inlineText(children) === href && isAutolink(href)) return `<${href}>`;
  const text = inlineMarkdown(children, context.and(IN_LINK), '[', ']');
  if (text.trim() === '') return text;
  const [lead, inner, tail] = withoutOuterBreaks(text);
  return `${lead}[${inner}]${linkTarget(destination(href, title, inner), context)}${tail}`;
}

/** The part of a link after its text. A target without a URL cannot be a definition and is always written inline. */
export function linkTarget(target: string, { options }: LineContext): string {
  const isDefined = options.definitions !== undefined && target !== '' && target[0] !== ' ';
  return isDefined ? `[${options.definitions!.numberOf(target)}]` : `(${target})`;
}

/** Moves breaks at the ends outside: some engines print the backslash of a break before a bracket or tag. */
function withoutOuterBreaks(text: string): readonly [lead: string, inner: string, tail: string] {
  const [start, end] = extentOfLine(text);
  const lead = text.slice(0, start);
  const tail = text.slice(end);
  if (!lead.includes('\n') && !tail.includes('\n')) return ['', text, ''];
  const bare = text.slice(start, end);
  const inner = endsInAddress(bare) ? `${bare} ` : withoutEscape(bare);
  return [lead, withEscapedEnds(inner), tail];
}

/**
 * Text between delimiters; blanks and breaks at its ends go outside. Writes tags instead where delimiters do not work:
 * next to a letter if the text has punctuation there (`**“word”**word`, common in Chinese), and next to other
 * delimiters. Emphasis in and around bold is written with underscores, since engines disagree on which of several
 * asterisks match.
 */
function delimited(
  children: readonly Inline[],
  delimiter: Delimiter,
  tag: string,
  context: LineContext,
  before: string,
  after: string,
): string {
  const edge = delimiter !== '~~' && (after === '' || /\s/.test(after)) ? LAST_EDGE : EDGE;
  const isAlone = delimiter === '~~' || isOneText(children);
  const inside = isAlone ? context : context.and(delimiter === '_' ? BESIDE_UNDERSCORES : BESIDE_ASTERISKS);
  const written = inlineMarkdown(children, inside, EDGE, edge);
  const [start, end] = extentBeside(written, extentOfLine(written), before, after);
  if (start === end) return written;
  const lead = written.slice(0, start);
  const tail = written.slice(end);
  const bare = written.slice(start, end);
  // A URL would absorb an escaped backslash: only a blank ends it.
  if (tail !== '' && bare.endsWith('\\') && endsInAddress(bare) && context.options.preset !== 'llm')
    return `${lead}<${tag}>${withEscapedEnds(bare)} </${tag}>${tail}`;
  const inner = withEscapedEnds(withoutEscape(bare));
  const outside = [(lead || before).at(-1) ?? '', tail === '' ? after : tail[0]!] as const;
  const works = flanks(outside[0], inner[0]!) && flanks(outside[1], inner.at(-1)!);
  const isBroken =
    (lead === '' && before.endsWith(delimiter[0]!)) ||
    (tail === '' && after === delimiter[0]) ||
    (context.is(IN_LINK) && context.is(BESIDE_FORMULA)) ||
    clashes(delimiter, inner, tail, context, outside);
  if (works && !isBroken) return `${lead}${delimiter}${inner}${delimiter}${tail}`;
  // Without delimiters, the text is directly beside its neighbours.
  if (context.options.preset === 'llm') return inlineMarkdown(children, context, before, after);
  return `${lead}<${tag}>${inner}</${tag}>${tail}`;
}

/** Leaves punctuation between a word and a space or word outside, where delimiters do not work. */
function extentBeside(
  written: string,
  [start, end]: readonly [number, number],
  before: string,
  after: string,
): readonly [number, number] {
  const lead = start === 0 && WORD.test(before.at(-1) ?? '') ? LEADING.exec(written) : null;
  const tail = end === written.length && WORD.test(after) ? TRAILING.exec(written) : null;
  const from = start + (lead?.[0].length ?? 0);
  const to = end - (tail?.[0].length ?? 0);
  return from < to ? [from, to] : [start, end];
}

const WORD = /[\p{L}\p{N}]/u;
const LEADING = /^[.,;:!?…]\s(?=[\p{L}\p{N}*])/u;
/** Without the semicolon, which may end a character reference. */
const TRAILING = /(?<=[\p{L}\p{N}])[,:，；：、。]$/u;

type Delimiter = '*' | '**' | '_' | '~~';
function clashes(
  delimiter: Delimiter,
  inner: string,
  tail: string,
  context: LineContext,
  outside: readonly string[],
): boolean {
  // They fail around code, beside a tilde, and after a URL whose space moved outside: the URL would absorb them.
  if (delimiter === '~~') return /^\\?~|`|~$/.test(inner) || (tail !== '' && endsInAddress(inner));
  if (delimiter !== '_') return context.is(BESIDE_ASTERISKS);
  return context.is(BESIDE_UNDERSCORES) || inner.includes('_') || !outside.every(isEdgeOfWord);
}

/** Inside a word, or beside a sign that only some engines take for punctuation, an underscore is literal. */
function isEdgeOfWord(character: string): boolean {
  return character === '' || (character !== '*' && character !== '_' && SPACE_OR_PUNCTUATION.test(character));
}

function hasStrong(children: readonly Inline[]): boolean {
  return children.some(
    child => child.type === 'strong' || ('children' in child && hasStrong(child.children)),
  );
}

function isOneText(children: readonly Inline[]): boolean {
  let inside = children;
  while (inside.length === 1 && 'children' in inside[0]!) inside = inside[0].children;
  return inside.length <= 1;
}

/** A backslash that was followed by a space must not escape the next character. */
function withoutEscape(inner: string): string {
  let start = inner.length;
  while (inner[start - 1] === '\\') start--;
  return (inner.length - start) % 2 === 0 ? inner : `${inner.slice(0, -1)}&#92;`;
}

/** An asterisk between blanks, or a tilde after one, is literal until the blanks move outside. */
function withEscapedEnds(inner: string): string {
  const isSign = /^~(?!~)/.test(inner) || (inner[0] === '*' && isSpace(inner[1] ?? ''));
  const begun = isSign ? `\\${inner}` : inner;
  const isBare = begun.at(-1) === '*' && isSpace(begun.at(-2) ?? '');
  return isBare ? `${begun.slice(0, -1)}\\*` : begun;
}

/** True if a delimiter works between two characters in every engine; they disagree on punctuation. */
function flanks(outside: string, inside: string): boolean {
  return WORD.test(inside) || outside === '' || SPACE_OR_PUNCTUATION.test(outside);
}

const SPACE_OR_PUNCTUATION = /[\t\n\p{Zs}\p{P}]/u;

function tagged(tag: string, children: readonly Inline[], context: LineContext): string {
  const text = inlineMarkdown(children, context, '>', '<');
  if (text.trim() === '') return text;
  const [lead, inner, tail] = withoutOuterBreaks(text);
  return `${lead}<${tag}>${inner}</${tag}>${tail}`;
}

const FIRST: Partial<Record<Inline['type'], string>> = {
  emphasis: '*',
  deleted: '~',
  image: '!',
  quotation: '“',
};

class Following {
  /** Inlines between the last query and this index write nothing and need not be examined again. */
  private unseenUntil = 0;

  constructor(
    private readonly inlines: readonly Inline[],
    private readonly context: LineContext,
    private readonly after: string,
  ) {}

  first(from: number): string {
    const { inlines, context } = this;
    for (let i = Math.max(from, this.unseenUntil); i < inlines.length; i++) {
      const first = firstOf(inlines[i]!, context);
      if (first !== undefined && first !== '') return first;
      this.unseenUntil = i + 1;
    }
    return this.after;
  }
}

function showsNothing(children: readonly Inline[], context: LineContext): boolean {
  return new Following(children, context, '').first(0) === '';
}

function firstOf(inline: Inline, context: LineContext): string | undefined {
  if ('children' in inline && inline.type !== 'quotation' && showsNothing(inline.children, context))
    return undefined;
  switch (inline.type) {
    case 'text':
      return firstOfText(inline.text);
    case 'footnoteReference':
      return context.notes.has(inline.note) ? '[' : firstOfText(inline.text);
    case 'math':
      if (inline.latex === undefined) return firstOfText(inline.text);
      return context.options.math === 'backslash' ? '\\' : '$';
    case 'break':
      // A hard break separates like a space: after a URL, a space is written before it.
      return context.lineBreak === HARD_BREAK ? '\n' : context.lineBreak[0];
    case 'image':
      if (safeAddress(inline.src, 'media') === undefined) return undefined;
      return inline.href === undefined ? '!' : '[';
    case 'link': {
      const isLink = !context.is(IN_LINK) && safeAddress(inline.href, 'link') !== undefined;
      if (isLink && !inline.children.every(isBlank)) return '[';
      return new Following(inline.children, context, '').first(0);
    }
    case 'abbr':
      return new Following(inline.children, context, '').first(0);
    case 'code':
      return inline.element === 'kbd' ? '<' : '`';
    case 'strong':
      return context.is(IN_STRONG) ? new Following(inline.children, context, '').first(0) : '*';
    default:
      return FIRST[inline.type] ?? '<';
  }
}

function isBlank(inline: Inline): boolean {
  if (inline.type === 'text' || inline.type === 'code') return inline.text.trim() === '';
  if (inline.type === 'image') return safeAddress(inline.src, 'media') === undefined;
  return BLANK_IF_EMPTY.has(inline.type) && 'children' in inline && inline.children.every(isBlank);
}

const BLANK_IF_EMPTY: ReadonlySet<Inline['type']> = new Set(['link', 'emphasis', 'strong', 'deleted']);

/**
 * The first character of a text as `after` of the text before it. `<` is written as a reference, so it does not end a
 * URL as a tag would; a full stop is replaced by a comma, since as `after` it would be LAST_EDGE.
 */
function firstOfText(text: string): string | undefined {
  const first = firstVisible(text);
  if (first === '<') return '&';
  return first === LAST_EDGE ? ',' : first;
}
