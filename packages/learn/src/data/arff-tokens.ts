import { LearnError } from '../errors.js';

/** One token of an ARFF line. A quoted word is never a bracket, a missing value or a keyword. */
export interface ArffToken {
  readonly text: string;
  readonly quoted: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Splits a line as Weka does: white space and commas separate, `{` and `}` stand alone, `'` and `"` quote with
 * backslash escapes, and `%` outside quotes starts a comment.
 */
export function arffTokens(line: string, lineNumber: number): ArffToken[] {
  const tokens: ArffToken[] = [];
  let at = 0;
  while (at < line.length) {
    const char = line[at]!;
    if (char === '%') break;
    if (char === ',' || char <= ' ') at++;
    else if (char === '{' || char === '}') {
      tokens.push({ text: char, quoted: false });
      at++;
    } else if (char === "'" || char === '"') {
      const end = quoteEnd(line, at, lineNumber);
      tokens.push({ text: unescaped(line.slice(at + 1, end)), quoted: true });
      at = end + 1;
    } else {
      const end = wordEnd(line, at);
      tokens.push({ text: line.slice(at, end), quoted: false });
      at = end;
    }
  }
  return tokens;
}

function quoteEnd(line: string, start: number, lineNumber: number): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === line[start]) return at;
  }
  const message = `Line ${lineNumber}: the quote opened at character ${start + 1} is never closed; write a quote inside a value as \\'.`;
  throw new LearnError('bad-file', message);
}

function wordEnd(line: string, start: number): number {
  let at = start;
  while (at < line.length && line[at]! > ' ' && !',{}\'"%'.includes(line[at]!)) at++;
  return at;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '\\') out += text[at];
    else {
      at++;
      out += ESCAPES[text[at]!] ?? text[at] ?? '';
    }
  }
  return out;
}

const WRITTEN_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '%': '\\%',
};

/** A name or value as ARFF writes it: quoted and escaped where it would not be read back as one word. */
export function arffQuoted(text: string): string {
  let escaped = '';
  let quote = text === '' || text === '?' || text.startsWith('@');
  for (const char of text) {
    quote ||= char <= ' ' || char in WRITTEN_ESCAPES || char === ',' || char === '{' || char === '}';
    escaped += WRITTEN_ESCAPES[char] ?? char;
  }
  return quote ? `'${escaped}'` : escaped;
}
