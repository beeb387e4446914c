import type { Inline } from '../../content/content.js';
import { inlineText } from '../../content/inline-text.js';
import { nextStart, SENTENCE, unitAt } from './boundaries.js';
import type { Measure } from './smaller-blocks.js';

interface Part {
  readonly inline: Inline;
  readonly cost: number;
  readonly ends: boolean;
}

/**
 * Splits a line into lines that fit, at sentences if possible, else at words. Splits before writing: half a code span
 * or link would expose its content. Formatting that is too large is dropped.
 */
export function smallerLines(line: readonly Inline[], room: number, measure: Measure): Inline[][] {
  const lines: Inline[][] = [];
  let open: Part[] = [];
  let used = 0;
  let sentences = 0;
  const close = (count: number) => {
    if (count > 0) lines.push(open.slice(0, count).map(({ inline }) => inline));
    open = open.slice(count);
    used = open.reduce((sum, { cost }) => sum + cost, 0);
    sentences = 0;
  };
  for (const part of partsOf(line, room, measure)) {
    if (used + part.cost > room && sentences > 0) close(sentences);
    if (used + part.cost > room) close(open.length);
    open.push(part);
    used += part.cost;
    if (part.ends) sentences = open.length;
  }
  close(open.length);
  return lines;
}

function partsOf(line: readonly Inline[], room: number, measure: Measure): Part[] {
  const parts: Part[] = [];
  const left: { readonly inline: Inline; readonly depth: number }[] = [];
  const push = (inlines: readonly Inline[], depth: number) => {
    for (let i = inlines.length - 1; i >= 0; i--) left.push({ inline: inlines[i]!, depth });
  };
  push(line, 0);
  while (left.length > 0) {
    const { inline, depth } = left.pop()!;
    if (inline.type === 'text') {
      for (const part of textParts(inline.text, room, measure)) parts.push(part);
      continue;
    }
    const cost = costOfLine([inline], measure);
    if (cost <= room) parts.push({ inline, cost, ends: false });
    else if ('children' in inline && depth < MAX_DEPTH) push(inline.children, depth + 1);
    else push([textOf(inlineText([inline]))], depth);
  }
  return parts;
}

function textParts(text: string, room: number, measure: Measure): Part[] {
  return sentencesOf(text).flatMap(sentence => {
    const ends = /[.!?…。！？]\S?$/.test(sentence.trimEnd());
    return fitting(sentence, room, measure).map(part => {
      const inline = textOf(part);
      return { inline, cost: costOfLine([inline], measure), ends };
    });
  });
}

function textOf(text: string): Inline {
  return { type: 'text', text };
}

function costOfLine(line: readonly Inline[], { write, cost }: Measure): number {
  return cost(write([{ type: 'paragraph', children: [...line] }]));
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (let start = 0; start < text.length; ) {
    const { end } = unitAt(text, start, text.length, SENTENCE);
    const next = Math.max(nextStart(text, end, text.length, SENTENCE), start + 1);
    sentences.push(text.slice(start, next));
    start = next;
  }
  return sentences;
}

/** Splits a text into parts that fit after escaping. */
export function fitting(text: string, room: number, measure: Measure): string[] {
  for (let share = room; share >= 1; share >>= 1) {
    const parts = share === room && measure.cost(text) <= share ? [text] : measure.cut(text, share);
    if (share === 1 || parts.every(part => costOfLine([textOf(part)], measure) <= room)) return parts;
  }
  return [text];
}
