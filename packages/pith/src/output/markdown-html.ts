import type { ContentNode, Inline } from '../content/content.js';
import { htmlOf, inlineHtml } from './html.js';

/** Blocks without a Markdown equivalent as HTML on one line. */
export function blocksAsHtml(blocks: readonly ContentNode[]): string {
  return inMarkdown(htmlOf(blocks));
}

export function lineAsHtml(inlines: readonly Inline[]): string {
  return inMarkdown(inlineHtml(inlines));
}

/**
 * Makes HTML safe inside Markdown. A line end, even in an attribute, could form a blank line that ends the HTML; and in
 * case it is parsed as Markdown, it must not contain fences, links, escapes, or bare URLs with schemes that are not
 * allowed.
 */
function inMarkdown(html: string): string {
  return html.replace(
    /[\n\r\u2028\u2029`\\]|\](?=[([:])|(?<=ftp|xmpp):/gi,
    sign => `&#${sign.charCodeAt(0)};`,
  );
}
