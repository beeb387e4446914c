import {
  BasicCrawler,
  Configuration,
  type IRequestManager,
  Log,
  LogLevel,
  Request,
  type RequestQueue,
} from '@crawlee/basic';
import type { WaitingRequest } from '@webpith/store';
import type { Frontier } from './frontier.js';

export interface CrawleeOptions {
  readonly concurrency: number;
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with a function that makes Crawlee look for work at once. */
  readonly onStart?: (look: () => void) => void;
}

/** Seconds between checks for work while hosts are paused. */
const POLL_INTERVAL = 0.05;
/** In seconds. Never reached: a visit has its own limits. */
const LONGEST_VISIT = 24 * 3600;

/**
 * Visits all addresses of the frontier until it is finished or the signal aborts. An error in `visit` ends the crawl.
 */
export async function runCrawlee(
  frontier: Frontier,
  visit: (request: WaitingRequest) => Promise<void>,
  { concurrency, folder, signal, onStart }: CrawleeOptions,
): Promise<void> {
  let failure: unknown;
  const crawler = new BasicCrawler(
    {
      // Crawlee 3.18 documents `requestManager` but rejects it; as a queue it accepts any object with the same methods.
      requestQueue: requestManager(frontier) as unknown as RequestQueue,
      requestHandler: async ({ request }) => {
        try {
          await visit(waitingOf(request));
        } catch (error) {
          if (!signal?.aborted || error !== signal.reason) failure ??= error;
          crawler.stop();
        }
      },
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0, // what is tried again, and when, is in the store
      useSessionPool: false,
      requestHandlerTimeoutSecs: LONGEST_VISIT,
      autoscaledPoolOptions: { maybeRunIntervalSecs: POLL_INTERVAL },
      statisticsOptions: { persistenceOptions: { enable: false } },
      log: new Log({ level: LogLevel.OFF }),
    },
    new Configuration({
      persistStorage: false,
      purgeOnStart: false,
      storageClientOptions: { localDataDirectory: folder, persistStorage: false },
    }),
  );
  onStart?.(() => void crawler.autoscaledPool?.notify());
  const stop = () => crawler.stop();
  if (signal?.aborted) return;
  signal?.addEventListener('abort', stop);
  try {
    await crawler.run();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  if (failure !== undefined) throw failure;
}

interface Carried {
  readonly waiting: WaitingRequest;
}

export function waitingOf(request: Request): WaitingRequest {
  return (request.userData as unknown as Carried).waiting;
}

/**
 * Adapts the frontier to Crawlee. Crawlee's own queue writes one file per request, hides requests of a killed process
 * until a lock expires, and cannot store a page and its row in one transaction.
 */
export function requestManager(frontier: Frontier): IRequestManager {
  const unsupported = () => Promise.reject(new Error('addresses must be added through the store'));
  const manager = {
    isFinished: async () => frontier.isFinished(),
    isEmpty: async () => !frontier.hasDue(),
    handledCount: async () => frontier.fetched,
    getTotalCount: () => frontier.fetched + frontier.waiting,
    getPendingCount: () => frontier.waiting,
    async fetchNextRequest() {
      const waiting = await frontier.take();
      if (waiting === undefined) return null;
      const { url, key } = waiting;
      return new Request({ url, uniqueKey: key, id: key, userData: { waiting }, noRetry: true });
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Request> {
      for (;;) {
        const request: Request | null = await manager.fetchNextRequest();
        if (request === null) return;
        yield request;
      }
    },
    markRequestHandled: async () => null,
    reclaimRequest: async () => null,
    addRequest: unsupported,
    addRequestsBatched: unsupported,
  };
  return manager as IRequestManager;
}
