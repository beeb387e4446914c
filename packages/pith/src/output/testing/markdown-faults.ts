import type { ContentNode } from '../../content/content.js';
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
