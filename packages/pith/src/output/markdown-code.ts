import type { CodeBlock } from '../content/content.js';
import { BESIDE_FORMULA, IN_CELL, IN_LINK, type LineContext } from './markdown-context.js';

/**
 * An inline code span, with more backticks than it contains. Where fences would touch, or Markdown engines disagree on
 * the content, writes a `<code>` element with escaped text instead.
 */
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
  return (run > 0 || context.is(BESIDE_FORMULA) || before.endsWith(')')) && CODE_SYNTAX.test(code);
}

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
