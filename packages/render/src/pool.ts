import { capturePage, type RenderedPage } from './capture.js';
import { requireChromium } from './chromium.js';
import { BREAKS_BROWSER, RenderError } from './errors.js';
import { launchBrowser, type RunningBrowser } from './launch.js';
import { closeBrowser, withLimits } from './limits.js';
import { checkOptions, type RenderOptions, renderDefaults } from './options.js';
import { type OpenPage, withPage } from './session.js';
import type { PageSource } from './source.js';

export interface PoolOptions {
  /** Concurrent pages, each in its own browser. Default: 2. */
  readonly pages?: number;
  /** Number of pages after which a browser is replaced, to discard leftover state. Default: 50. */
  readonly pagesPerBrowser?: number;
  readonly executable?: string | undefined;
  readonly startTimeout?: number;
  /** Megabytes per page, half of them for the JavaScript heap. Default: 2,048. */
  readonly memory?: number;
}

export interface RenderPool {
  /** Renders a page when a browser is free. Fails with a RenderError or, for a bad URL, a FetchError. */
  render(source: PageSource, options?: RenderOptions): Promise<RenderedPage>;
  /** Opens a page and calls `task` with it, within the same limits. */
  use<T>(source: PageSource, options: RenderOptions, task: (open: OpenPage) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const POOL_DEFAULTS = { pages: 2, pagesPerBrowser: 50, startTimeout: 30_000, memory: 2048 };

export function openPool(options: PoolOptions = {}): RenderPool {
  return new Pool({ ...POOL_DEFAULTS, ...options, executable: options.executable ?? requireChromium() });
}

interface Slot {
  running: RunningBrowser | undefined;
  pages: number;
}

class Pool implements RenderPool {
  private readonly free: Slot[];
  private readonly waiting: ((slot: Slot) => void)[] = [];
  private readonly slots: readonly Slot[];
  private readonly active = new Set<Promise<unknown>>();
  private readonly stop = new AbortController();

  constructor(private readonly options: Required<PoolOptions> & { readonly executable: string }) {
    this.slots = Array.from({ length: options.pages }, () => ({ running: undefined, pages: 0 }));
    this.free = [...this.slots];
  }

  render(source: PageSource, options: RenderOptions = {}): Promise<RenderedPage> {
    return this.use(source, options, open => capturePage(open, options));
  }

  async use<T>(source: PageSource, options: RenderOptions, task: (open: OpenPage) => Promise<T>): Promise<T> {
    checkOptions(options);
    const slot = await this.take();
    const used = this.useIn(slot, source, options, task);
    this.active.add(used);
    try {
      return await used;
    } finally {
      this.active.delete(used);
      this.give(slot);
    }
  }

  async close(): Promise<void> {
    this.stop.abort(new RenderError('stopped', 'the pool was closed before the page was rendered'));
    await Promise.all(this.slots.map(slot => this.retire(slot)));
    await Promise.allSettled(this.active);
  }

  private async useIn<T>(
    slot: Slot,
    source: PageSource,
    options: RenderOptions,
    task: (open: OpenPage) => Promise<T>,
  ): Promise<T> {
    this.stop.signal.throwIfAborted();
    const running = await this.browserOf(slot);
    slot.pages++;
    const { timeout } = { ...renderDefaults, ...options };
    const signals = [this.stop.signal, ...(options.signal === undefined ? [] : [options.signal])];
    try {
      const { memory } = this.options;
      return await withLimits(running, { timeout, memory, signals }, crashed =>
        withPage(running.browser, source, { ...options, onCrash: crashed }, task),
      );
    } catch (error) {
      // A browser that failed on one page is not used for the next.
      if (!(error instanceof RenderError) || BREAKS_BROWSER.has(error.code)) await this.retire(slot);
      throw error;
    }
  }

  private async browserOf(slot: Slot): Promise<RunningBrowser> {
    if (slot.pages >= this.options.pagesPerBrowser || slot.running?.browser.isConnected() === false) {
      await this.retire(slot);
    }
    const { executable, startTimeout: timeout, memory } = this.options;
    slot.running ??= await launchBrowser(executable, { timeout, heap: Math.ceil(memory / 2) });
    return slot.running;
  }

  private async retire(slot: Slot): Promise<void> {
    const { running } = slot;
    slot.running = undefined;
    slot.pages = 0;
    if (running !== undefined) await closeBrowser(running);
  }

  private take(): Promise<Slot> {
    const slot = this.free.pop();
    return slot === undefined ? new Promise(resolve => this.waiting.push(resolve)) : Promise.resolve(slot);
  }

  private give(slot: Slot): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free.push(slot);
    else next(slot);
  }
}

/** Renders one page in a new browser; for several pages, `openPool` is faster. */
export async function renderPage(
  source: PageSource,
  options: RenderOptions & Pick<PoolOptions, 'executable'> = {},
): Promise<RenderedPage> {
  const { executable, ...rest } = options;
  const pool = openPool({ pages: 1, executable });
  try {
    return await pool.render(source, rest);
  } finally {
    await pool.close();
  }
}
