import { BasicCrawler, Configuration, Log, LogLevel, type RequestQueue } from '@crawlee/basic';
import type { WaitingRequest } from '@webpith/store';
import type { Frontier } from './frontier.js';
import { carriedBy, requestManager } from './request-manager.js';

/** How Crawlee is run. */
export interface CrawleeOptions {
  readonly concurrency: number;
  /** A folder that Crawlee may call its own; nothing is written there. */
  readonly folder: string;
  readonly signal?: AbortSignal;
  /** Called with a function that makes Crawlee look for work at once. */
  readonly onStart?: (look: () => void) => void;
}

/** Seconds between two looks for work, while hosts are given their pause. */
const POLL_INTERVAL = 0.05;
/** A visit ends by its own limits; this one is never reached. */
const LONGEST_VISIT = 24 * 3600;

/** Visits all that the frontier gives, until it is finished or the signal stops it. What a visit throws ends the crawl. */
export async function runCrawlee(
  frontier: Frontier,
  visit: (request: WaitingRequest) => Promise<void>,
  { concurrency, folder, signal, onStart }: CrawleeOptions,
): Promise<void> {
  let failure: unknown;
  const crawler = new BasicCrawler(
    {
      // Crawlee 3.18 documents `requestManager` and refuses it; as a queue it takes all that has the methods of one.
      requestQueue: requestManager(frontier) as unknown as RequestQueue,
      requestHandler: async ({ request }) => {
        try {
          await visit(carriedBy(request));
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
