import { RenderError } from './errors.js';
import { crash, hasCrashed } from './failures.js';
import type { RunningBrowser } from './launch.js';
import { watchMemory } from './memory.js';

/** What may end a task before it is done. */
export interface Limits {
  /** Milliseconds. */
  readonly timeout: number;
  /** Megabytes that the process of a page may take. */
  readonly memory: number;
  readonly signals: readonly AbortSignal[];
}

/** Runs a task in a browser until it is done, takes too much, is stopped, or page or browser break down. */
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
      browser.off('disconnected', gone);
      for (const signal of signals) signal.removeEventListener('abort', stopped);
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const late = () =>
      fail(
        new RenderError(
          'timeout',
          `expected the page within ${timeout / 1000} s, it took longer or hangs; raise it with --timeout`,
        ),
      );
    const crashed = () => fail(crash());
    const greedy = () => {
      const message = `expected a page that does with ${memory} MB of memory, but it took more; raise it with \`memory\` or leave the page out`;
      fail(new RenderError('crash', message));
    };
    const gone = () =>
      fail(new RenderError('crash', 'expected a page, but the browser broke down; try again'));
    const stopped = () => fail(stopReason(signals));
    const timer = setTimeout(late, timeout);
    const unwatch = watchMemory(running, memory, greedy);
    browser.on('disconnected', gone);
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
    : new RenderError('stopped', 'stopped before the page was there', { cause: reason });
}

/** Milliseconds that a browser gets to close by itself. */
const GRACE = 5_000;

/**
 * Ends a browser. Asked first, so that it ends its own processes and collects them; one that does not listen is killed
 * with all that it started, which is its process group.
 */
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
  } catch {
    // It has ended meanwhile.
  }
}
