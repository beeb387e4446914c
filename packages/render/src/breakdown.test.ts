import { readdirSync, readFileSync } from 'node:fs';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blocksFromTree } from 'webpith/stages';
import { WAITS } from './options.js';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';
import { failure } from './testing/failure.js';

const OFFLINE = { network: false, timeout: 120_000 } as const;
const HANGS = '<script>for(;;);</script>';

/** Processes that this one or its children started: their state letter by number. */
function descendants(): Map<number, string> {
  const rows = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const line = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = line.slice(line.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(name), parent: Number(parent), state: state! }];
      } catch {
        return []; // it ended meanwhile
      }
    })
    .sort((a, b) => a.pid - b.pid);
  const ours = new Map([[process.pid, '']]);
  for (const { pid, parent, state } of rows) if (ours.has(parent)) ours.set(pid, state);
  ours.delete(process.pid);
  return ours;
}

/** Whether a process is one in which pages run. */
function isPage(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer');
  } catch {
    return false; // it ended meanwhile
  }
}

describe.skipIf(!hasChromium)('a page that breaks down', () => {
  let pool: RenderPool;
  beforeAll(() => {
    pool = openPool({ pages: 1, pagesPerBrowser: 3 });
  });
  afterAll(() => pool?.close());
  afterEach(closeServers);

  const expectWell = async () => {
    const { tree } = await pool.render({ html: '<p>well' }, OFFLINE);
    expect([...blocksFromTree(tree).texts]).toEqual(['well']);
  };

  it('is its own error when it hangs, and the next is rendered', async () => {
    const error = await failure(pool.render({ html: HANGS }, { ...OFFLINE, timeout: 4_000 }));
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('--timeout');
    await expectWell();
  });

  it('is its own error when it crashes, and the next is rendered', async () => {
    const crash = pool.use({ html: '<p>x' }, OFFLINE, ({ cdp }) => cdp.send('Page.crash'));
    expect((await failure(crash)).code).toBe('crash');
    await expectWell();
  });

  it.skipIf(process.platform !== 'linux')(
    'is its own error when it crashes while it loads',
    async () => {
      // The page waits for a script, and its process ends meanwhile.
      const before = descendants();
      const site = await serve(() => {
        for (const pid of descendants().keys())
          if (!before.has(pid) && isPage(pid)) process.kill(pid, 'SIGKILL');
      });
      const html = `<p>x</p><script src="${site}/late.js"></script>`;
      for (const wait of WAITS) {
        const options = { allowPrivate: true, wait, timeout: 240_000, patience: 240_000 } as const;
        const own = openPool({ pages: 1 });
        expect([wait, (await failure(own.render({ html }, options))).code]).toEqual([wait, 'crash']);
        await own.close();
      }
    },
    300_000,
  );

  it('is its own error when it takes the browser down, and the next gets a fresh one', async () => {
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

  it('keeps others from nothing: places are given back', async () => {
    const outcomes = await Promise.allSettled(
      ['<p>a', HANGS, '<p>b', '<p>c'].map(html => {
        const limit = html === HANGS ? { timeout: 5_000 } : {};
        return pool.render({ html }, { ...OFFLINE, ...limit });
      }),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });

  it.skipIf(process.platform !== 'linux')('leaves no process behind when the pool is closed', async () => {
    const before = descendants();
    const other = openPool({ pages: 2, pagesPerBrowser: 2 });
    await Promise.all(Array.from({ length: 6 }, () => other.render({ html: '<p>x' }, OFFLINE)));
    await failure(other.render({ html: HANGS }, { ...OFFLINE, timeout: 2_000 }));
    // A browser that does not listen any more.
    await other.render({ html: '<p>x' }, OFFLINE);
    const [first] = [...descendants().keys()].filter(pid => !before.has(pid));
    process.kill(first!, 'SIGSTOP');
    const during = [...descendants().keys()].filter(pid => !before.has(pid));
    await other.close();
    await expect
      .poll(() =>
        during.concat([...descendants().keys()]).filter(pid => descendants().has(pid) && !before.has(pid)),
      )
      .toEqual([]);
    const closed = failure(other.render({ html: '<p>x' }, OFFLINE));
    expect((await closed).code).toBe('stopped');
  });
});
