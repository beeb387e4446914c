import { openPool, type RenderPool, RICH_STYLES, richArticle } from '@webpith/render';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { hasChromium } from '../../packages/render/src/testing/chromium.js';
import { sampled } from '../tiers.js';
import { type AttackBrowser, openAttackBrowser } from './browser.js';
import { PLACES } from './pages.js';
import { VECTORS } from './vectors/all.js';

const TOGETHER = 30;

/** Closes anything that a vector left open, so that it cannot hide the next. */
const CLOSERS =
  '\n<!-- --></script></style></textarea></title></xmp></noscript></template></select></svg></math></table>\n';
/** Vectors that swallow the rest of a page. */
const SWALLOWING = /<plaintext|<frameset|http-equiv|<base|location=/i;

describe.skipIf(!hasChromium)('vectors through the rich article', () => {
  let pool: RenderPool;
  let browser: AttackBrowser;
  beforeAll(async () => {
    pool = openPool({ pages: 1 });
    browser = await openAttackBrowser();
  });
  afterAll(async () => {
    await pool?.close();
    await browser?.close();
  });

  it('have no effect, even without the policy in its head', async () => {
    const contained = VECTORS.map(({ markup }) => markup).filter(markup => !SWALLOWING.test(markup));
    const vectors = sampled(contained, 2 * TOGETHER);
    const documents: { body: string }[] = [];
    for (let from = 0; from < vectors.length; from += TOGETHER) {
      const html = PLACES.content!(vectors.slice(from, from + TOGETHER).join(CLOSERS));
      const url = 'http://127.0.0.1/a/page';
      const { tree } = await pool.render(
        { html, url },
        { network: false, javascript: false, styles: RICH_STYLES },
      );
      const rich = richArticle(tree, extract(tree, { url, rules: { keep: ['body'] } }), { url });
      expect(rich.length).toBeGreaterThan(1000);
      documents.push({ body: rich.replace(/<meta http-equiv="?content-security-policy[^>]*>/i, '') });
    }
    expect(await browser.load(documents)).toEqual([]);
  });
});
