import { readFile } from 'node:fs/promises';
import { crash, hasCrashed, RenderError, type RenderErrorCode } from './errors.js';
import type { RunningBrowser } from './launch.js';

export interface Limits {
  readonly timeout: number;
  readonly memory: number;
  readonly signals: readonly AbortSignal[];
}

export function withLimits<T>(
  running: RunningBrowser,
  { timeout, memory, signals }: Limits,
  task: (crashed: () => void) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const { browser } = running;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      unwatch();
      browser.off('disconnected', disconnected);
      for (const signal of signals) signal.removeEventListener('abort', stopped);
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const failWith = (code: RenderErrorCode, message: string) => fail(new RenderError(code, message));
    const crashed = () => fail(crash());
    const disconnected = () => failWith('crash', 'the browser crashed; try again');
    const late = () => {
      const message = `the page took longer than ${timeout / 1000} s; raise timeout`;
      fail(new RenderError('timeout', message, { option: 'timeout' }));
    };
    const outOfMemory = () =>
      failWith('crash', `the page needs more than ${memory} MB of memory; raise \`memory\` or skip the page`);
    const stopped = () => fail(stopReason(signals));
    const timer = setTimeout(late, timeout);
    const unwatch = watchMemory(running, memory, outOfMemory);
    browser.on('disconnected', disconnected);
    for (const signal of signals) signal.addEventListener('abort', stopped);
    if (signals.some(({ aborted }) => aborted)) return stopped();
    task(crashed).then(
      value => end(() => resolve(value)),
      error => fail(hasCrashed(error) ? crash(error) : error),
    );
  });
}

function stopReason(signals: readonly AbortSignal[]): RenderError {
  const reason: unknown = signals.find(({ aborted }) => aborted)?.reason;
  return reason instanceof RenderError
    ? reason
    : new RenderError('stopped', 'stopped before the page was rendered', { cause: reason });
}

const GRACE = 5_000;

/** Closes a browser; if it does not respond, kills its process group. */
export async function closeBrowser({ browser, pid }: RunningBrowser): Promise<void> {
  const closed = browser.close().catch(() => {});
  const timer = setTimeout(() => {
    if (pid !== undefined) killGroup(pid);
  }, GRACE);
  await closed;
  clearTimeout(timer);
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {}
}

/** In milliseconds. Short, because a page can allocate several hundred megabytes between two checks. */
const POLL_INTERVAL = 250;
const KILOBYTES = 1024;

/**
 * Kills the process of a page that uses too much memory. The heap limit of the browser does not cover memory outside
 * the JavaScript heap: buffers, images, the document. Works on Linux only. Returns a function that stops watching.
 */
export function watchMemory(running: RunningBrowser, megabytes: number, onExceeded: () => void): () => void {
  if (process.platform !== 'linux') return () => {};
  let isPolling = false;
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      for (const pid of await running.pageProcesses()) {
        if ((await residentKilobytes(pid)) <= megabytes * KILOBYTES) continue;
        process.kill(pid, 'SIGKILL');
        onExceeded();
      }
    } catch {
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(() => void poll(), POLL_INTERVAL);
  return () => clearInterval(timer);
}

async function residentKilobytes(pid: number): Promise<number> {
  return Number(/^VmRSS:\s{1,20}(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
