import { safeAddress } from '../content/addresses.js';
import type { Inline } from '../content/content.js';
import { IN_LINK, IN_STRONG, type LineContext } from './markdown-context.js';
import { HARD_BREAK } from './markdown-lines.js';
import { LAST_EDGE } from './markdown-text.js';

const FIRST: Partial<Record<Inline['type'], string>> = {
  emphasis: '*',
  deleted: '~',
  code: '`',
  image: '!',
  quotation: '“',
};

/** What the inlines of a line begin with. */
export class Following {
  /** Up to here nothing shows anything, so that it is passed over once, not once for each inline before it. */
  private unseenUntil = 0;

  constructor(
    private readonly inlines: readonly Inline[],
    private readonly context: LineContext,
    private readonly after: string,
  ) {}

  /** The character that the inlines from one on will begin with. */
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

/** Whether what is between tags or delimiters writes nothing: then these are not written either. */
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
      return inline.latex === undefined ? firstOfText(inline.text) : '$';
    case 'break':
      // A hard break parts as a space does: behind an address one is written before it.
      return context.lineBreak === HARD_BREAK ? '\n' : context.lineBreak[0];
    case 'image':
      return safeAddress(inline.src, 'media') === undefined ? undefined : '!';
    case 'link': {
      const isLink = !context.is(IN_LINK) && safeAddress(inline.href, 'link') !== undefined;
      if (isLink && !inline.children.every(isBlank)) return '[';
      return new Following(inline.children, context, '').first(0);
    }
    case 'strong':
      return context.is(IN_STRONG) ? new Following(inline.children, context, '').first(0) : '*';
    default:
      return FIRST[inline.type] ?? '<';
  }
}

/** Whether nothing but blanks is written: a link of such is none. */
function isBlank(inline: Inline): boolean {
  if (inline.type === 'text' || inline.type === 'code') return inline.text.trim() === '';
  if (inline.type === 'image') return safeAddress(inline.src, 'media') === undefined;
  return BLANK_IF_EMPTY.has(inline.type) && 'children' in inline && inline.children.every(isBlank);
}

/** Marks that are not written around blanks. */
const BLANK_IF_EMPTY: ReadonlySet<Inline['type']> = new Set(['link', 'emphasis', 'strong', 'deleted']);

/**
 * What a text begins with, as far as an address before it is concerned: `<` is written as a reference, which ends none as a
 * tag would, and a full stop of the text is not the one that stands for an edge.
 */
function firstOfText(text: string): string | undefined {
  if (text[0] === '<') return '&';
  return text[0] === LAST_EDGE ? ',' : text[0];
}
