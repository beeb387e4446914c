import { capturePage, type RenderedPage } from './capture.js';
import { requireChromium } from './chromium.js';
import { BREAKS_BROWSER, RenderError } from './errors.js';
import { launchBrowser, type RunningBrowser } from './launch.js';
import { checkOptions, type RenderOptions, renderDefaults } from './options.js';
import { type OpenPage, withPage } from './session.js';
import type { PageSource } from './source.js';
import { closeBrowser, withLimits } from './watch.js';

/** How a pool is set up; what is left out takes the default. */
export interface PoolOptions {
  /** Pages at once, each in a browser of its own. Default: 2. */
  readonly pages?: number;
  /** Pages after which a browser is replaced: what pages leave behind in it goes with it. Default: 50. */
  readonly pagesPerBrowser?: number;
  /** Path of Chromium. Default: the one that `findChromium` finds. */
  readonly executable?: string;
  /** Milliseconds for a browser to start. Default: 30,000. */
  readonly startTimeout?: number;
  /** Megabytes that a page may take; half of them for the objects of its scripts. Default: 2,048. */
  readonly memory?: number;
}

/** Browsers that render pages, a few at once. */
export interface RenderPool {
  /** Renders a page; waits for its turn. Every failure is a RenderError or, for a bad address, a FetchError. */
  render(source: PageSource, options?: RenderOptions): Promise<RenderedPage>;
  /** Opens a page and lets the caller do with it what it likes, under the same limits. */
  use<T>(source: PageSource, options: RenderOptions, task: (open: OpenPage) => Promise<T>): Promise<T>;
  /** Ends all browsers. Pages that are still being rendered fail with `stopped`. */
  close(): Promise<void>;
}

const POOL_DEFAULTS = { pages: 2, pagesPerBrowser: 50, startTimeout: 30_000, memory: 2048 };

/** Makes a pool; its browsers start when they are first needed. */
export function openPool(options: PoolOptions = {}): RenderPool {
  return new Pool({ ...POOL_DEFAULTS, ...options, executable: options.executable ?? requireChromium() });
}

/** One place for a page: a browser, as long as it is good. */
interface Place {
  running: RunningBrowser | undefined;
  pages: number;
}

class Pool implements RenderPool {
  private readonly free: Place[];
  private readonly waiting: ((place: Place) => void)[] = [];
  private readonly places: readonly Place[];
  private readonly active = new Set<Promise<unknown>>();
  private readonly stop = new AbortController();

  constructor(private readonly options: Required<PoolOptions>) {
    this.places = Array.from({ length: options.pages }, () => ({ running: undefined, pages: 0 }));
    this.free = [...this.places];
  }

  render(source: PageSource, options: RenderOptions = {}): Promise<RenderedPage> {
    return this.use(source, options, open => capturePage(open, options));
  }

  async use<T>(source: PageSource, options: RenderOptions, task: (open: OpenPage) => Promise<T>): Promise<T> {
    checkOptions(options);
    const place = await this.take();
    const used = this.useIn(place, source, options, task);
    this.active.add(used);
    try {
      return await used;
    } finally {
      this.active.delete(used);
      this.give(place);
    }
  }

  async close(): Promise<void> {
    this.stop.abort(new RenderError('stopped', 'the pool was closed before the page was there'));
    await Promise.all(this.places.map(place => this.retire(place)));
    // A browser may have been starting: the page it was meant for ends it.
    await Promise.allSettled(this.active);
  }

  private async useIn<T>(
    place: Place,
    source: PageSource,
    options: RenderOptions,
    task: (open: OpenPage) => Promise<T>,
  ): Promise<T> {
    this.stop.signal.throwIfAborted();
    const running = await this.browserOf(place);
    place.pages++;
    const { timeout } = { ...renderDefaults, ...options };
    const signals = [this.stop.signal, ...(options.signal === undefined ? [] : [options.signal])];
    try {
      const { memory } = this.options;
      return await withLimits(running, { timeout, memory, signals }, crashed =>
        withPage(running.browser, source, { ...options, onCrash: crashed }, task),
      );
    } catch (error) {
      // What broke or held up one page is not trusted with the next.
      if (!(error instanceof RenderError) || BREAKS_BROWSER.has(error.code)) await this.retire(place);
      throw error;
    }
  }

  private async browserOf(place: Place): Promise<RunningBrowser> {
    if (place.pages >= this.options.pagesPerBrowser || place.running?.browser.isConnected() === false) {
      await this.retire(place);
    }
    const { executable, startTimeout: timeout, memory } = this.options;
    place.running ??= await launchBrowser(executable, { timeout, heap: Math.ceil(memory / 2) });
    return place.running;
  }

  private async retire(place: Place): Promise<void> {
    const { running } = place;
    place.running = undefined;
    place.pages = 0;
    if (running !== undefined) await closeBrowser(running);
  }

  private take(): Promise<Place> {
    const place = this.free.pop();
    return place === undefined ? new Promise(resolve => this.waiting.push(resolve)) : Promise.resolve(place);
  }

  private give(place: Place): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free.push(place);
    else next(place);
  }
}
