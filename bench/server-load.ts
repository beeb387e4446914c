/** The callers of `server.ts`, in a process of their own: sends pages over many connections and says what came back. */
import autocannon from 'autocannon';
import { generatedPage } from './generated-pages.js';

/** What the callers are told. */
export interface LoadOrder {
  readonly address: string;
  readonly connections: number;
  readonly seconds: number;
  /** Bytes of a page. */
  readonly size: number;
  /** Different pages. */
  readonly pages: number;
}

/** What they saw. */
export interface LoadFigures {
  readonly answers: number;
  /** Answers other than 200, by status. */
  readonly refused: Readonly<Record<string, number>>;
  /** Connections that broke, and requests that were given up. */
  readonly errors: number;
  readonly timeouts: number;
  /** Seconds from the first request to the last answer. */
  readonly seconds: number;
  /** Milliseconds of every answer, in the order in which they came. */
  readonly milliseconds: readonly number[];
}

/** Seconds after which a caller gives up. */
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
    // Each caller has its own page: autocannon keeps every request of every caller ready.
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
