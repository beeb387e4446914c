import type { CodeBlock } from '../content/content.js';
import {
  BESIDE_ASTERISKS,
  BESIDE_FORMULA,
  IN_CELL,
  IN_LINK,
  IN_STRONG,
  type LineContext,
  startsBlock,
} from './markdown-lines.js';

/** Writes a `<code>` element where fences would touch, or where engines disagree on the content. */
export function codeSpan(text: string, before: string, context: LineContext): string {
  const code = text.replace(/\s+/g, ' ');
  if (code.trim() === '') return code;
  const run = longestRun(code, '`');
  if (isEndangered(code, run, before, context)) return codeElement(code);
  const fence = '`'.repeat(run + 1);
  const pad =
    code.startsWith('`') || code.endsWith('`') || (code.startsWith(' ') && code.endsWith(' ')) ? ' ' : '';
  const inner = context.is(IN_CELL) ? code.replaceAll('|', '\\|') : code;
  return `${fence}${pad}${inner}${pad}${fence}`;
}

function isEndangered(code: string, run: number, before: string, context: LineContext): boolean {
  if (before.endsWith('`') || (context.is(IN_CELL) && code.includes('\\|'))) return true;
  if (context.is(IN_LINK) && /[`[\]]/.test(code)) return true;
  if (context.is(BESIDE_FORMULA) && BESIDE_FORMULA_SYNTAX.test(code)) return true;
  return (run > 0 || before.endsWith(')')) && CODE_SYNTAX.test(code);
}

/** Markup that does harm if a formula ends later than written, and delimiters of formulas. */
const BESIDE_FORMULA_SYNTAX = /[<>[\]&:|~]|\\[()]/;
/** Characters that may start or end markup if a fence is lost. */
const CODE_SYNTAX = /[<>[\]~*_|\\&:]/;

/** Code as an element. Its content is still parsed as Markdown, so all special characters become references. */
function codeElement(code: string): string {
  return `<code>${code.replace(CODE_SIGNS, sign => `&#${sign.charCodeAt(0)};`)}</code>`;
}

const CODE_SIGNS = /[&<>"`*_[\]~\\|$:@!]|(?<=www)\./gi;

export function codeMarkdown(block: CodeBlock): string {
  const text = block.text.includes('\r') ? block.text.replace(/\r\n?/g, '\n') : block.text;
  return fenced(text, (block.language ?? '').replace(/[\s`]/g, ''));
}

export function fenced(text: string, name: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return `${fence}${name}\n${text}\n${fence}`;
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  for (let i = text.indexOf(character); i >= 0; ) {
    let end = i + 1;
    while (text[end] === character) end++;
    longest = Math.max(longest, end - i);
    i = text.indexOf(character, end);
  }
  return longest;
}

/** Undefined if engines without formulas could parse it as markup. LaTeX ignores the inserted spaces. */
export function safeLatex(latex: string, context: LineContext): string | undefined {
  if (UNSAFE_LATEX.test(latex) || endsInBackslash(latex)) return undefined;
  const { math, definitions } = context.options;
  if (math === 'backslash' && /\\[()[\]]/.test(latex)) return undefined;
  if (definitions !== undefined && /\[\s*\d+\s*\]/.test(latex)) return undefined;
  // Brackets could end the link; a tilde could pair with one in an earlier formula and strike out the text between them.
  if (context.is(IN_LINK) && /[[\]~]/.test(latex)) return undefined;
  // An asterisk would end the emphasis around it.
  if (context.is(IN_LINK | IN_STRONG | BESIDE_ASTERISKS) && latex.includes('*')) return undefined;
  if (context.is(IN_CELL) && latex.includes('\\|')) return undefined;
  const parted = latex
    .replace(latex.includes('@') ? /<(?=\S)/g : /<(?=[a-z/!?])/gi, '< ')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/&(?=#|\w{1,32};)/g, '& ');
  return context.is(IN_CELL) ? parted.replaceAll('|', '\\|') : parted;
}

/** Code fences, the end of the formula, URLs that would extend past it, footnote references, and `<` at the end. */
const UNSAFE_LATEX = /[`$]|:\/\/|www\.|xmpp:|\[ ?\^|<$/i;

function endsInBackslash(latex: string): boolean {
  let count = 0;
  while (latex[latex.length - 1 - count] === '\\') count++;
  return count % 2 === 1;
}

export function inlineFormula(latex: string, { options }: LineContext): string {
  return options.math === 'backslash' ? `\\(${latex}\\)` : `$${latex}$`;
}

/** A display formula, or undefined if a line is not safe. A line that would start another block gets an empty group. */
export function displayLatex(latex: string, context: LineContext): string | undefined {
  const lines = latex
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(line => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const safe = lines.map(line => safeLatex(line, context));
  if (safe.length === 0 || safe.includes(undefined)) return undefined;
  const [open, close] = context.options.math === 'backslash' ? ['\\[', '\\]'] : ['$$', '$$'];
  return `${open}\n${safe.map(line => (startsBlock(line!) ? `{}${line}` : line)).join('\n')}\n${close}`;
}

/** The URL and title of a link. If the text has brackets, `marked` parses emphasis in the URL too, so it is escaped. */
export function destination(address: string, title: string | undefined, text = ''): string {
  const escaped = escapeAddress(address);
  const target = text.includes('[') ? escaped.replace(/_|~/g, '\\$&') : escaped;
  return title === undefined ? target : `${target} "${escapeTitle(title)}"`;
}

/** Brackets in the host cannot be percent-encoded, so they become character references. */
function escapeAddress(address: string): string {
  if (PLAIN_ADDRESS.test(address)) return address;
  const host = HOST.exec(address)?.[0] ?? '';
  const rest = address.slice(host.length).replace(/[[\]]/g, percent);
  return (host.replace(/[[\]]/g, reference) + rest)
    .replace(FORBIDDEN_IN_ADDRESS, percent)
    .replace(/[()*]/g, '\\$&')
    .replace(/&(?!\w{1,64}=|#9[13];)/g, '&amp;');
}

const PLAIN_ADDRESS = /^(?:[\w\-.~:/?#@!$'+,;=%]|&\w{1,64}=)*$/;
const HOST = /^[a-z]{1,20}:\/\/[^/?#]{0,300}/i;
const FORBIDDEN_IN_ADDRESS = /[\0-\x20\x7f-\x9f\s<>\\`|^{}"\p{Cs}]/gu;

function percent(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** True if a URL may be written in angle brackets, where nothing is escaped. */
export function isAutolink(address: string): boolean {
  return AUTOLINK.test(address);
}

const AUTOLINK = /^https?:\/\/[^\s<>`"\\^{}|[\]\p{C}]+$/u;

/** A title in double quotes, escaped so that it is harmless even if the link is not parsed as one. */
function escapeTitle(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/&(?=#|\w)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(nestsParentheses(text) ? TITLE_SIGNS_AND_PARENTHESES : TITLE_SIGNS, reference)
    .replaceAll('"', '\\"');
}

const TITLE_SIGNS = /[\\`[\]|*_~]|:(?=\/\/)|(?<=www)\./gi;
const TITLE_SIGNS_AND_PARENTHESES = /[\\`[\]|*_~()]|:(?=\/\/)|(?<=www)\./gi;

function reference(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}

/** Some engines support only one nested pair of parentheses. */
function nestsParentheses(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth < 0 || depth > 1) return true;
  }
  return depth !== 0;
}
