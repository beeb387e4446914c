/** The queue and its workers, separate from the main entry point so that Redis clients are loaded only when needed. */

export { type DeadLetter, deadLetters, putAllBack, putBack } from './dead-letters.js';
export { type CutOptions, type Enqueued, type EnqueueOptions, enqueue, jobsFromInputs } from './enqueue.js';
export type { JobSpec } from './jobs.js';
export { folderStore, type ObjectStore } from './object-store.js';
export {
  connectRedis,
  defaultRedisUrl,
  type FleetQueue,
  type JobResult,
  openQueue,
  untilReachable,
} from './queue.js';
export { type FleetStatus, fleetStatus, metricsText } from './status.js';
export { type WorkOptions, type WorkSummary, work } from './work.js';
