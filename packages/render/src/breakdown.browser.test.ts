import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksFromTree } from 'webpith/stages';
import { itInSoak } from '../../../test/tiers.js';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';
import { failure } from './testing/failure.js';

const OFFLINE = { network: false, timeout: 60_000 } as const;
const HANGS = '<script>for(;;);</script>';

describe.skipIf(!hasChromium)('a page that breaks down', () => {
  let pool: RenderPool;
  beforeAll(() => {
    pool = openPool({ pages: 1, pagesPerBrowser: 3 });
  });
  afterAll(() => pool?.close());

  const expectWell = async () => {
    const { tree } = await pool.render({ html: '<p>well' }, OFFLINE);
    expect([...blocksFromTree(tree).texts]).toEqual(['well']);
  };

  it('fails alone if it hangs, and the next page is rendered', async () => {
    const error = await failure(pool.render({ html: HANGS }, { ...OFFLINE, timeout: 2_000 }));
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('raise timeout');
    await expectWell();
  });

  it('leaves no open port if a step of it never ends', async () => {
    let address = '';
    const error = await failure(
      pool.use({ html: '<p>x' }, { ...OFFLINE, timeout: 2_000 }, ({ guard }) => {
        address = guard.address;
        return new Promise(() => {});
      }),
    );
    expect(error.code).toBe('timeout');
    await expect.poll(() => fetch(address).then(Boolean, () => false)).toBe(false);
  });

  it('fails alone if it crashes, and the next page is rendered', async () => {
    const crash = pool.use({ html: '<p>x' }, OFFLINE, ({ cdp }) => cdp.send('Page.crash'));
    expect((await failure(crash)).code).toBe('crash');
    await expectWell();
  });

  itInSoak('fails alone if it closes the browser, and the next page gets a new browser', async () => {
    const crash = pool.use({ html: '<p>x' }, OFFLINE, async ({ page }) => {
      await page.context().browser()!.close();
    });
    expect((await failure(crash)).code).toBe('crash');
    await expectWell();
  });

  it('can be stopped', async () => {
    const stop = new AbortController();
    const stopped = failure(pool.render({ html: HANGS }, { ...OFFLINE, signal: stop.signal }));
    setTimeout(() => stop.abort(), 200);
    expect((await stopped).code).toBe('stopped');
    await expectWell();
  });

  itInSoak('frees its slot for other pages', async () => {
    const outcomes = await Promise.allSettled(
      ['<p>a', HANGS, '<p>b', '<p>c'].map(html => {
        const limit = html === HANGS ? { timeout: 5_000 } : {};
        return pool.render({ html }, { ...OFFLINE, ...limit });
      }),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });
});
