import type { ContentNode } from '../../content/content.js';
import type { MarkdownOptions } from '../../options.js';
import { chunks } from '../chunks/from-article.js';
import { OUTPUTS } from '../from-article.js';
import { renderedFaults } from './rendered-faults.js';
import { RENDERER_NAMES, RENDERERS } from './renderers.js';
import { comparable, textOfContent, textOfHtml, traitsOf } from './spoken-text.js';

/**
 * Faults of renderers on the Markdown of content: markup that is not allowed or, if the content is that of a page, text
 * that differs from it.
 */
export function markdownFaults(
  content: readonly ContentNode[],
  isOfPage = true,
  options: MarkdownOptions = {},
): string[] {
  const markdown = OUTPUTS.markdown({ content }, { markdown: options });
  const traits = traitsOf(content);
  const said = isOfPage ? textOfContent(content) : '';
  return RENDERER_NAMES.flatMap(name => {
    const html = RENDERERS[name](markdown);
    const faults = renderedFaults(html, name);
    const expected = comparable(said, traits, name);
    const shown = comparable(textOfHtml(html), traits, name);
    if (isOfPage && shown !== expected) faults.push(`says ${shown} instead of ${expected}`);
    return faults.map(fault => `${name}: ${fault}\n  in ${JSON.stringify(markdown)}`);
  });
}

/** Faults of renderers on Markdown chunks of content. */
export function chunkFaults(
  content: readonly ContentNode[],
  size: number,
  overlaps: boolean,
  markdown: MarkdownOptions = {},
): string[] {
  const options = { size, overlap: overlaps ? size >> 1 : 0, format: 'markdown', markdown } as const;
  return chunks({ content }, options).flatMap(({ text, tokens }) => [
    ...(/^\s*(?:---|\+\+\+|;;;|\{)/.test(text) ? [`front matter in the chunk ${JSON.stringify(text)}`] : []),
    ...(tokens > size ? [`${tokens} tokens instead of ${size}\n  in ${JSON.stringify(text)}`] : []),
    ...RENDERER_NAMES.flatMap(name =>
      renderedFaults(RENDERERS[name](text), name).map(
        fault => `${name}: ${fault}\n  in the chunk ${JSON.stringify(text)}`,
      ),
    ),
  ]);
}
