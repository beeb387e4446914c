import type { ContentNode, Inline } from '../content/content.js';
import { htmlOf, inlineHtml } from './html.js';

/** Blocks that Markdown cannot write, as HTML on one line. */
export function blocksAsHtml(blocks: readonly ContentNode[]): string {
  return inMarkdown(htmlOf(blocks));
}

/** A line as HTML, for where Markdown is not read. */
export function lineAsHtml(inlines: readonly Inline[]): string {
  return inMarkdown(inlineHtml(inlines));
}

/**
 * HTML that stays what it is inside Markdown. A line end, even in an attribute, might be part of a blank line, where
 * Markdown begins again; and should it be read as Markdown all the same, it must hold no fence, link or escape, and no bare
 * address that engines make a link of and the list of addresses does not know.
 */
function inMarkdown(html: string): string {
  return html.replace(
    /[\n\r\u2028\u2029`\\]|\](?=[([:])|(?<=ftp|xmpp):/gi,
    sign => `&#${sign.charCodeAt(0)};`,
  );
}
