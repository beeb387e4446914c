import type { PageSource, RenderPool } from '@webpith/render';
import type { ServerOptions } from '../options.js';
import { Problem } from '../problem.js';
import type { SourcePage } from './page.js';

/** Pages rendered at a time, each in a browser of its own. */
const CONCURRENCY = 2;
const MAX_WAITING = 32;

export class Renderer {
  #pool: Promise<RenderPool> | undefined;
  #waiting = 0;

  constructor(private readonly options: Pick<ServerOptions, 'allowPrivate' | 'timeLimit'>) {}

  /** Renders a page; no requests are made if `network` is false. */
  async render(source: PageSource, signal?: AbortSignal, network = true): Promise<SourcePage> {
    if (this.#waiting >= MAX_WAITING) {
      throw new Problem(
        'unavailable',
        `The browser is busy: ${this.#waiting} pages are waiting.`,
        'Try again in a few seconds, or without rendering.',
      );
    }
    this.#waiting++;
    try {
      const { htmlOfTree, RICH_STYLES } = await import('@webpith/render');
      const pool = await this.#open();
      const { allowPrivate, timeLimit: timeout } = this.options;
      const rendered = await pool.render(source, {
        allowPrivate,
        timeout,
        signal,
        network,
        wait: 'text',
        styles: RICH_STYLES,
      });
      const url = 'html' in source ? source.url : rendered.url;
      const bytes = Buffer.from(htmlOfTree(rendered.tree));
      return { bytes, charset: 'utf-8', tree: rendered.tree, url: url?.startsWith('http') ? url : undefined };
    } finally {
      this.#waiting--;
    }
  }

  async close(): Promise<void> {
    await (await this.#pool?.catch(() => undefined))?.close();
  }

  #open(): Promise<RenderPool> {
    this.#pool ??= import('@webpith/render').then(({ openPool }) => openPool({ pages: CONCURRENCY }));
    this.#pool.catch(() => {
      this.#pool = undefined;
    });
    return this.#pool;
  }
}
