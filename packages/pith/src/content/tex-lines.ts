import type { Inline, MathFormula, Text } from './content.js';
import { type PageTex, type TexSpan, texSpans } from './tex.js';

/** A line of a paragraph, or a display formula between two. */
export type Piece = readonly Inline[] | MathFormula;

/** Replaces TeX between delimiters by formulas, also across line breaks, but not in code. */
export function withTexFormulas(inlines: Inline[], page: PageTex): Inline[] {
  if (!inlines.some(mayHaveTex)) return inlines;
  const made: Inline[] = [];
  for (let i = 0; i < inlines.length; ) {
    const end = endOfText(inlines, i);
    if (end === i) {
      const inline = inlines[i++]!;
      if ('children' in inline) inline.children = withTexFormulas(inline.children, page);
      made.push(inline);
    } else {
      for (const inline of fromText(inlines.slice(i, end) as TextOrBreak[], page)) made.push(inline);
      i = end;
    }
  }
  return made;
}

function mayHaveTex(inline: Inline): boolean {
  if (inline.type === 'text') return /[$\\]/.test(inline.text);
  return 'children' in inline && inline.children.some(mayHaveTex);
}

type TextOrBreak = Text | { type: 'break' };

function endOfText(inlines: readonly Inline[], from: number): number {
  let end = from;
  while (end < inlines.length && (inlines[end]!.type === 'text' || inlines[end]!.type === 'break')) end++;
  return end;
}

/** Texts contain no line feeds, so a line feed represents a break. */
function fromText(inlines: readonly TextOrBreak[], page: PageTex): readonly Inline[] {
  const text = inlines.map(inline => (inline.type === 'text' ? inline.text : '\n')).join('');
  const spans = /[$\\]/.test(text) ? texSpans(text, page) : [];
  if (spans.length === 0) return inlines;
  let from = 0;
  const made = spans.flatMap((span): Inline[] => {
    const before = textAndBreaks(text.slice(from, span.start));
    from = span.end;
    return [...before, formulaOfSpan(span)];
  });
  return [...made, ...textAndBreaks(text.slice(from))];
}

function textAndBreaks(text: string): Inline[] {
  return text
    .split('\n')
    .flatMap((line, i): Inline[] => [
      ...(i === 0 ? [] : [{ type: 'break' } as const]),
      ...(line === '' ? [] : [{ type: 'text', text: line } as const]),
    ]);
}

function formulaOfSpan({ latex, display }: TexSpan): MathFormula {
  return { type: 'math', latex, text: latex, display };
}

export function pieces(inlines: Inline[]): readonly Piece[] {
  if (!inlines.some(isDisplay)) return [inlines];
  const found: Piece[] = [];
  let line: Inline[] = [];
  for (const inline of inlines) {
    if (!isDisplay(inline)) {
      line.push(inline);
      continue;
    }
    found.push(trimmed(line), inline);
    line = [];
  }
  found.push(trimmed(line));
  return found.filter(piece => 'type' in piece || piece.length > 0);
}

function isDisplay(inline: Inline): inline is MathFormula {
  return inline.type === 'math' && inline.display;
}

function trimmed(line: readonly Inline[]): Inline[] {
  let start = 0;
  let end = line.length;
  while (start < end && isBlank(line[start]!)) start++;
  while (end > start && isBlank(line[end - 1]!)) end--;
  return line.slice(start, end).map((inline, i, all) => {
    if (inline.type !== 'text') return inline;
    const text = i === 0 ? inline.text.trimStart() : inline.text;
    return { type: 'text', text: i === all.length - 1 ? text.trimEnd() : text };
  });
}

function isBlank(inline: Inline): boolean {
  return inline.type === 'break' || (inline.type === 'text' && inline.text.trim() === '');
}
