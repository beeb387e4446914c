import { readFile } from 'node:fs/promises';
import type { RunningBrowser } from './launch.js';

/** Milliseconds between two looks: a page that fills memory as fast as it can takes some hundred megabytes in between. */
const POLL_INTERVAL = 250;
const KILOBYTES = 1024;

/**
 * Ends the process of a page that takes more memory than allowed, and says so. The limit on the objects of scripts, which
 * is the browser's own, does not hold for what lies outside of their heap: bytes, pictures, the document itself. Gives
 * what ends the watch. Elsewhere than on Linux nothing can be seen from outside, and only the browser's limit holds.
 */
export function watchMemory(running: RunningBrowser, megabytes: number, onGreedy: () => void): () => void {
  if (process.platform !== 'linux') return () => {};
  let isLooking = false;
  const poll = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const pid of await running.pageProcesses()) {
        if ((await residentKilobytes(pid)) <= megabytes * KILOBYTES) continue;
        process.kill(pid, 'SIGKILL'); // it would go on until somebody asks it to end
        onGreedy();
      }
    } catch {
      // The browser, or the page, has ended meanwhile.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void poll(), POLL_INTERVAL);
  return () => clearInterval(timer);
}

/** What a process has in memory. */
async function residentKilobytes(pid: number): Promise<number> {
  return Number(/^VmRSS:\s{1,20}(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
