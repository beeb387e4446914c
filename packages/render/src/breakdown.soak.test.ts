import { readdirSync, readFileSync } from 'node:fs';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { WAITS } from './options.js';
import { openPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';
import { failure } from './testing/failure.js';

const OFFLINE = { network: false, timeout: 120_000 } as const;
const HANGS = '<script>for(;;);</script>';

/** State letters of all descendant processes, by process id. */
function descendants(): Map<number, string> {
  const rows = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const line = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = line.slice(line.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(name), parent: Number(parent), state: state! }];
      } catch {
        return []; // ended meanwhile
      }
    })
    .sort((a, b) => a.pid - b.pid);
  const ours = new Map([[process.pid, '']]);
  for (const { pid, parent, state } of rows) if (ours.has(parent)) ours.set(pid, state);
  ours.delete(process.pid);
  return ours;
}

/** True for a renderer process. */
function isPage(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer');
  } catch {
    return false; // ended meanwhile
  }
}

describe.skipIf(!hasChromium || process.platform !== 'linux')('browser processes', () => {
  afterEach(closeServers);

  it('report a crash while the page loads', async () => {
    // The page waits for a script, and its process is killed meanwhile.
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
  });

  it('end when the pool is closed', async () => {
    const before = descendants();
    const other = openPool({ pages: 2, pagesPerBrowser: 2 });
    await Promise.all(Array.from({ length: 6 }, () => other.render({ html: '<p>x' }, OFFLINE)));
    await failure(other.render({ html: HANGS }, { ...OFFLINE, timeout: 2_000 }));
    // A browser that no longer responds.
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
