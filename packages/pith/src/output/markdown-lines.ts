import type { MarkdownOptions } from '../options.js';

/** In the text of a link, where brackets must be escaped. */
export const IN_LINK = 1;
export const IN_CELL = 2;
export const IN_STRONG = 4;
/** Between asterisks, next to other content. */
export const BESIDE_ASTERISKS = 8;
/** Between underscores, next to other content. */
export const BESIDE_UNDERSCORES = 16;
/** In a line with code, whose content would become markup if a backtick in the text joined its fence. */
export const BESIDE_CODE = 32;
/** In a line with formulas, whose characters some engines parse as emphasis that ends inside code. */
export const BESIDE_FORMULA = 64;
/** In a line with several dollar signs, between which engines with formulas would find one. */
export const BESIDE_DOLLARS = 128;

export class LinkDefinitions {
  private readonly numbers = new Map<string, number>();
  private readonly pending = new Set<string>();

  /** The number of a link; `target` is the text between the parentheses of an inline link. */
  numberOf(target: string): number {
    const number = this.numbers.get(target) ?? this.numbers.size + 1;
    this.numbers.set(target, number);
    this.pending.add(target);
    return number;
  }

  take(): string {
    const lines = Array.from(this.pending, target => `[${this.numbers.get(target)}]: ${target}`);
    this.pending.clear();
    return lines.join('\n');
  }
}

export interface LineOptions extends Required<MarkdownOptions> {
  /** Absent unless links are written as references. */
  readonly definitions?: LinkDefinitions | undefined;
}

/** Where a line or part of it is written. A class, since it is read for every text and must stay monomorphic. */
export class LineContext {
  constructor(
    readonly notes: ReadonlyMap<string, string>,
    /** A hard break in a paragraph, a space in a heading, a tag in a cell. */
    readonly lineBreak: string,
    readonly options: LineOptions,
    private readonly place = 0,
  ) {}

  is(place: number): boolean {
    return (this.place & place) !== 0;
  }

  and(place: number): LineContext {
    if ((this.place & place) === place) return this;
    return new LineContext(this.notes, this.lineBreak, this.options, this.place | place);
  }

  breaking(lineBreak: string): LineContext {
    return new LineContext(this.notes, lineBreak, this.options, this.place);
  }
}

export function escapeLineStart(line: string): string {
  const number = NUMBER.exec(line);
  if (number !== null) return `${number[0]}\\${line.slice(number[0].length)}`;
  return startsBlock(line) ? `\\${line}` : line;
}

const NUMBER = /^\d{1,9}(?=[.)](?:\s|$))/;
const HEADING = /^#{1,6}(?:\s|$)/;

export function startsBlock(line: string): boolean {
  switch (line[0]) {
    case '#':
      return HEADING.test(line);
    case '>':
      return true;
    case '-':
      return isBlank(line[1]) || isMadeOf(line, DELIMITERS);
    case '+':
      return isBlank(line[1]);
    case '*':
    case '_':
      return isBlank(line[1]) || isMadeOf(line, `${line[0]} \t`);
    case '=':
      return isMadeOf(line, '= \t');
    case '|':
    case ':':
      return isMadeOf(line, DELIMITERS);
    case '~':
      return line.startsWith('~~~');
    default:
      return NUMBER.test(line);
  }
}

const DELIMITERS = '-|: \t';

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\t';
}

function isMadeOf(line: string, signs: string): boolean {
  for (let i = 0; i < line.length; i++) if (!signs.includes(line[i]!)) return false;
  return true;
}

export function escapeLines(text: string): string {
  if (!text.includes('\n')) return escapeLineStart(text);
  return text
    .split('\n')
    .map(line => escapeLineStart(line.trimStart()))
    .join('\n');
}

export const HARD_BREAK = '\\\n';

/** The range of a line without blanks and breaks around it: engines print the backslash of a trailing break. */
export function extentOfLine(line: string): readonly [start: number, end: number] {
  let start = 0;
  let end = line.length;
  for (let step = 1; step > 0; start += step) step = lengthOfSpace(line, start);
  while (end > start) {
    if (line.startsWith(HARD_BREAK, end - HARD_BREAK.length)) end -= HARD_BREAK.length;
    else if (lengthOfSpace(line, end - 1) > 0) end--;
    else break;
  }
  return [start, end];
}

function lengthOfSpace(line: string, at: number): number {
  if (line.startsWith(HARD_BREAK, at)) return HARD_BREAK.length;
  return at < line.length && /\s/.test(line[at]!) ? 1 : 0;
}

/** An invisible placeholder (zero-width space). */
export const NOTHING = '&#8203;';

/** Engines without footnotes parse `[^1]: word` as a link definition and hide it; further words prevent that. */
export function asNote(text: string): string {
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  if (!readsAsDefinition(line)) return text;
  // A line that is not the last of its paragraph ends with the backslash of its break.
  const isBroken = end >= 0 && text[end + 1] !== '\n';
  const cut = isBroken ? line.length - 1 : line.length;
  return `${text.slice(0, cut)} ${NOTHING}${text.slice(cut)}`;
}

function readsAsDefinition(line: string): boolean {
  if (line.startsWith('<')) return /[>"')\\]$/.test(line);
  // Engines disagree on whether other white space belongs to a URL.
  const space = line.search(/[ \t]/);
  return space < 0 || /^\s*(?:$|["'(\\])/.test(line.slice(space, space + 20));
}
