import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { OUTPUTS } from '../../packages/pith/src/output/from-article.js';
import { contentOfAll } from '../../packages/pith/src/output/testing/content-of-all.js';
import { RENDERER_NAMES, RENDERERS } from '../../packages/pith/src/output/testing/renderers.js';
import { WAYS_IN } from '../../packages/pith/src/output/testing/ways-in.js';
import { hasChromium } from '../../packages/render/src/testing/chromium.js';
import { sampled } from '../tiers.js';
import { type AttackBrowser, openAttackBrowser } from './browser.js';
import { PLACES } from './pages.js';

if (!hasChromium) {
  console.warn('skipped: Markdown is rendered and loaded in Chromium; on Debian: apt-get install chromium');
}

const HEAD = '<!doctype html><body>';

/** The Markdown of an attack: of the whole page, and in the middle of an article. */
function markdownsOf(page: string): string[] {
  const article = extract(PLACES.content!(page), { rules: { keep: ['body'] } });
  return [OUTPUTS.markdown({ content: contentOfAll(page) }), article.markdown];
}

describe.skipIf(!hasChromium)('Markdown attacks, rendered and loaded', () => {
  let browser: AttackBrowser;
  beforeAll(async () => {
    browser = await openAttackBrowser();
  });
  afterAll(() => browser?.close());

  it('have no effect', async () => {
    // Renderers agree mostly; identical output is loaded once.
    const ways = new Map<string, string>();
    for (const [way, page] of sampled(Object.entries(WAYS_IN), 10))
      for (const markdown of markdownsOf(page))
        for (const name of RENDERER_NAMES) ways.set(HEAD + RENDERERS[name](markdown), `${way}, by ${name}`);
    const bodies = [...ways.keys()];
    const found = await browser.load(bodies.map(body => ({ body })));
    expect(found.map(({ document, what }) => `${what} by ${ways.get(bodies[document] ?? '')}`)).toEqual([]);
  });

  it('would be detected if they had', async () => {
    const markdowns = [
      '<img src=x onerror=alert(1)>',
      '[x](javascript:alert(1))',
      '`a` <svg onload=alert(1)>',
    ];
    const bodies = markdowns.flatMap(markdown =>
      RENDERER_NAMES.map(name => ({ body: HEAD + RENDERERS[name](markdown) })),
    );
    const found = await browser.load(bodies);
    expect(new Set(found.map(({ document }) => document)).size).toBe(bodies.length);
  });
});
