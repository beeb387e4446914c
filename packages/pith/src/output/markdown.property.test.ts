import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentNode } from '../content/content.js';
import { extract } from '../extract.js';
import { OUTPUTS } from './from-article.js';
import { contentOfAll } from './testing/content-of-all.js';
import { hostileContent } from './testing/hostile-content.js';
import { hostilePage } from './testing/hostile-pages.js';
import { renderedFaults } from './testing/rendered-faults.js';
import { RENDERER_NAMES, RENDERERS } from './testing/renderers.js';
import { comparable, textOfContent, textOfHtml, traitsOf } from './testing/spoken-text.js';

/** How many pages: `HOSTILE_PAGES=100000 npx vitest run packages/pith/src/output/markdown.property.test.ts`. */
const ASKED = process.env.HOSTILE_PAGES;
const PAGES = Number(ASKED ?? 2000);
/** A page and its renderings take some ten milliseconds; on a machine with other things to do fewer are enough. */
const LIMIT = ASKED === undefined ? { interruptAfterTimeLimit: 60_000 } : {};
const SEED = process.env.HOSTILE_SEED === undefined ? {} : { seed: Number(process.env.HOSTILE_SEED) };
const TIMEOUT = Math.max(240_000, PAGES * 500);

/** What renderers make of some content's Markdown and must not: markup beyond the list, or other words. */
function faultsOf(content: readonly ContentNode[], isOfPage = true): string[] {
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

describe('Markdown of hostile pages', () => {
  it(
    'gives nothing beyond the list in any renderer, and says the same',
    () => {
      fc.assert(
        fc.property(hostilePage, fc.boolean(), (page, isKnown) => {
          expect(faultsOf(contentOfAll(page, isKnown ? { baseUrl: 'https://e.org/a/' } : {}))).toEqual([]);
        }),
        { numRuns: PAGES, ...LIMIT, ...SEED },
      );
    },
    TIMEOUT,
  );

  it(
    'does so as `extract` gives it',
    () => {
      fc.assert(
        fc.property(hostilePage, page => {
          const { content } = extract(`<title>a</title><article>${page}</article>`, {
            rules: { keep: ['body'] },
          });
          expect(faultsOf(content)).toEqual([]);
        }),
        { numRuns: PAGES / 10, ...LIMIT, ...SEED },
      );
    },
    TIMEOUT,
  );

  it(
    'gives nothing beyond the list for content that others made',
    () => {
      fc.assert(
        fc.property(hostileContent, content => {
          expect(faultsOf(content, false)).toEqual([]);
        }),
        { numRuns: PAGES / 2, ...LIMIT, ...SEED },
      );
    },
    TIMEOUT,
  );
});
