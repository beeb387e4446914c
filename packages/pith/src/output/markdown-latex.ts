import { BESIDE_ASTERISKS, IN_CELL, IN_LINK, IN_STRONG, type LineContext } from './markdown-context.js';
import { startsBlock } from './markdown-lines.js';

/**
 * LaTeX that is not parsed as other markup by engines without formula support, or undefined if impossible; then it is
 * written as code or text. Inserts spaces, which LaTeX ignores, to break up tags, links and character references.
 */
export function safeLatex(latex: string, context: LineContext): string | undefined {
  if (UNSAFE_LATEX.test(latex) || endsInBackslash(latex)) return undefined;
  // Brackets end the link, and a tilde may match one of a previous formula.
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

/** Code fences, the end of the formula, URLs that would extend past it, footnote references, and a tag at the end. */
const UNSAFE_LATEX = /[`$]|:\/\/|www\.|xmpp:|\[ ?\^|<$/i;

function endsInBackslash(latex: string): boolean {
  let count = 0;
  while (latex[latex.length - 1 - count] === '\\') count++;
  return count % 2 === 1;
}

/** A display formula, or undefined. A line that would start another block is preceded by an empty group. */
export function displayLatex(latex: string, context: LineContext): string | undefined {
  const lines = latex
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(line => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const safe = lines.map(line => safeLatex(line, context));
  if (safe.length === 0 || safe.includes(undefined)) return undefined;
  return `$$\n${safe.map(line => (startsBlock(line!) ? `{}${line}` : line)).join('\n')}\n$$`;
}

/** Longer runs between dollar signs are money and prose. */
const MAX_FORMULA = 300;

export interface PlainFormula {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

export function plainFormulas(text: string, context: LineContext): PlainFormula[] {
  const found: PlainFormula[] = [];
  let start = text.indexOf('$');
  while (start >= 0) {
    const fence = text[start + 1] === '$' ? '$$' : '$';
    const close = text.indexOf(fence, start + fence.length);
    if (close < 0) break;
    const inner = text.slice(start + fence.length, close);
    const isFormula = inner.length <= MAX_FORMULA && inner.trim() === inner && /[\\^_{]/.test(inner);
    const safe = isFormula ? safeLatex(inner, context) : undefined;
    const end = close + fence.length;
    if (safe !== undefined) found.push({ start, end, written: fence + safe + fence });
    start = text.indexOf('$', safe === undefined ? start + fence.length : end);
  }
  return found;
}
