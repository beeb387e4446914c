/** Child process of `server.ts`: sends pages over many connections and reports the responses. */
import autocannon from 'autocannon';
import { generatedPage } from './generated-pages.js';

export interface LoadOrder {
  readonly address: string;
  readonly connections: number;
  readonly seconds: number;
  /** Bytes per page. */
  readonly size: number;
  /** Number of different pages. */
  readonly pages: number;
}

export interface LoadFigures {
  readonly answers: number;
  /** Responses other than 200, by status. */
  readonly refused: Readonly<Record<string, number>>;
  /** Broken connections, and timed-out requests. */
  readonly errors: number;
  readonly timeouts: number;
  /** Seconds from the first request to the last response. */
  readonly seconds: number;
  /** Milliseconds of every response, in order of arrival. */
  readonly milliseconds: readonly number[];
}

/** Timeout of a request in seconds. */
const PATIENCE = 120;

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder;
const pages = Array.from({ length: order.pages }, (_, i) =>
  generatedPage(order.size, i + 1).slice(0, order.size),
);
let callers = 0;
const milliseconds: number[] = [];
const refused: Record<string, number> = {};

const run = autocannon(
  {
    url: `${order.address}/v1/extract?url=https://example.org/story`,
    method: 'POST',
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: pages[0],
    // One page per caller: autocannon keeps every request of every caller in memory.
    setupClient: client => client.setBody(pages[callers++ % pages.length]),
    connections: order.connections,
    duration: order.seconds,
    timeout: PATIENCE,
  },
  (error, result) => {
    if (error) throw error;
    const { errors, timeouts, duration: seconds } = result;
    const figures: LoadFigures = {
      answers: milliseconds.length,
      refused,
      errors,
      timeouts,
      seconds,
      milliseconds,
    };
    process.send?.(figures, () => process.exit(0));
  },
);
run.on('response', (_client, status, _bytes, time) => {
  milliseconds.push(time);
  if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
});
