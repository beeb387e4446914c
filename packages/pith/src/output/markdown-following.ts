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

export class Following {
  /** Inlines before this index write nothing, so that each is skipped once. */
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

/** True if the children write nothing; then their tags and delimiters are omitted too. */
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
      // A hard break separates like a space: after a URL, a space is written before it.
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

function isBlank(inline: Inline): boolean {
  if (inline.type === 'text' || inline.type === 'code') return inline.text.trim() === '';
  if (inline.type === 'image') return safeAddress(inline.src, 'media') === undefined;
  return BLANK_IF_EMPTY.has(inline.type) && 'children' in inline && inline.children.every(isBlank);
}

const BLANK_IF_EMPTY: ReadonlySet<Inline['type']> = new Set(['link', 'emphasis', 'strong', 'deleted']);

/**
 * The first character of a text as it affects a URL before it: `<` becomes a reference, which does not end a URL as a
 * tag would, and a full stop must differ from LAST_EDGE.
 */
function firstOfText(text: string): string | undefined {
  if (text[0] === '<') return '&';
  return text[0] === LAST_EDGE ? ',' : text[0];
}
