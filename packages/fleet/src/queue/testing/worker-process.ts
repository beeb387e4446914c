import { folderStore } from '../object-store.js';
import { connectRedis } from '../queue.js';
import { work } from '../work.js';

/** Options of a worker process, passed as JSON in its first argument. */
export interface WorkerProcessOptions {
  readonly redis: string;
  readonly queue: string;
  readonly root: string;
  readonly out: string;
  readonly lock: number;
  readonly threads?: number;
  readonly hostDelay?: number;
}

// A worker in its own process with the obedient extractor; run from the build.
const options = JSON.parse(process.argv[2] ?? '{}') as WorkerProcessOptions;
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const report = (message: string) => process.stderr.write(`${message}\n`);
const redis = connectRedis(options.redis, { onTrouble: report, longestWait: 300 });
const summary = await work({
  redis,
  queue: options.queue,
  input: folderStore(options.root),
  output: folderStore(options.out),
  pool: {
    workers: options.threads ?? 1,
    extractor: new URL('./obedient-extractor.js', import.meta.url).href,
  },
  lock: options.lock,
  hostDelay: options.hostDelay ?? 50,
  allowPrivate: true,
  untilEmpty: true,
  signal: stop.signal,
  onTrouble: report,
});
process.stdout.write(`${JSON.stringify(summary)}\n`);
redis.disconnect();
