import type { ContentNode } from '../../content/content.js';
import { chunks } from '../chunks/from-article.js';
import { OUTPUTS } from '../from-article.js';
import { renderedFaults } from './rendered-faults.js';
import { RENDERER_NAMES, RENDERERS } from './renderers.js';
import { comparable, textOfContent, textOfHtml, traitsOf } from './spoken-text.js';

/**
 * What renderers make of some content's Markdown and must not: markup beyond the list of the HTML output, or, where the
 * content is that of a page, other words.
 */
export function markdownFaults(content: readonly ContentNode[], isOfPage = true): string[] {
  const markdown = OUTPUTS.markdown({ content });
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

/** What renderers make of chunks of some content as Markdown and must not. */
export function chunkFaults(content: readonly ContentNode[], size: number, overlaps: boolean): string[] {
  const options = { size, overlap: overlaps ? size >> 1 : 0, format: 'markdown' } as const;
  return chunks({ content }, options).flatMap(({ text, tokens }) => [
    ...(tokens > size ? [`${tokens} tokens instead of ${size}\n  in ${JSON.stringify(text)}`] : []),
    ...RENDERER_NAMES.flatMap(name =>
      renderedFaults(RENDERERS[name](text), name).map(
        fault => `${name}: ${fault}\n  in the chunk ${JSON.stringify(text)}`,
      ),
    ),
  ]);
}
