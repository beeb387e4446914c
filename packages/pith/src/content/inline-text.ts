import type { Inline } from './content.js';

/** The plain text of a line; breaks become `lineBreak`. */
export function inlineText(inlines: readonly Inline[], lineBreak = '\n'): string {
  let text = '';
  for (const inline of inlines) {
    if (inline.type === 'text' || inline.type === 'code') text += inline.text;
    else if (inline.type === 'break') text += lineBreak;
    else if (inline.type === 'math') text += inline.latex ?? inline.text;
    else if (inline.type === 'footnoteReference') text += inline.text;
    else if (inline.type === 'quotation') text += `“${inlineText(inline.children, lineBreak)}”`;
    else if (inline.type !== 'image') text += inlineText(inline.children, lineBreak);
  }
  return text;
}
