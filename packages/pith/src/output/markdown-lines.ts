/** Escapes what would make a line of a paragraph another kind of block. */
export function escapeLineStart(line: string): string {
  const number = NUMBER.exec(line);
  if (number !== null) return `${number[0]}\\${line.slice(number[0].length)}`;
  return startsBlock(line) ? `\\${line}` : line;
}

const NUMBER = /^\d{1,9}(?=[.)](?:\s|$))/;
const HEADING = /^#{1,6}(?:\s|$)/;

/** Whether a line begins a heading, a quotation, an item, a fence, or is a rule, an underline or the second row of a table. */
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

/** What the second row of a table is made of, and the underline of a heading. */
const DELIMITERS = '-|: \t';

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\t';
}

function isMadeOf(line: string, signs: string): boolean {
  for (let i = 0; i < line.length; i++) if (!signs.includes(line[i]!)) return false;
  return true;
}

/** Lines of a paragraph as lines of a paragraph. */
export function escapeLines(text: string): string {
  if (!text.includes('\n')) return escapeLineStart(text);
  return text
    .split('\n')
    .map(line => escapeLineStart(line.trimStart()))
    .join('\n');
}

/** How a line is broken inside a paragraph. */
export const HARD_BREAK = '\\\n';

/**
 * Where a written line begins and ends without the blanks and breaks around it: of a break with nothing behind it engines
 * show the backslash.
 */
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

/** Characters of the break or blank at a place; 0 where there is none. */
function lengthOfSpace(line: string, at: number): number {
  if (line.startsWith(HARD_BREAK, at)) return HARD_BREAK.length;
  return at < line.length && /\s/.test(line[at]!) ? 1 : 0;
}

/** What stands where something must stand and nothing is to be seen. */
export const NOTHING = '&#8203;';

/**
 * The text of a note behind its label. Engines without footnotes take `[^1]: word` for the definition of an address,
 * which shows nothing and makes links of the references: words behind it keep them from it.
 */
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
  // Engines differ about whether other white space than this is part of an address.
  const space = line.search(/[ \t]/);
  return space < 0 || /^\s*(?:$|["'(\\])/.test(line.slice(space, space + 20));
}
