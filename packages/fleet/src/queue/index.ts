/** The queue and its workers, separate from the main entry point so that Redis clients are loaded only when needed. */

export { connectRedis, defaultRedisUrl, untilReachable } from './connection.js';
export { type DeadLetter, deadLetters, putAllBack, putBack } from './dead-letters.js';
export { type Enqueued, type EnqueueOptions, enqueue } from './enqueue.js';
export type { JobSpec } from './jobs.js';
export { type CutOptions, jobsFromInputs } from './jobs-from-inputs.js';
export { metricsText } from './metrics.js';
export { folderStore, type ObjectStore } from './object-store.js';
export { type FleetQueue, type JobResult, openQueue } from './queue.js';
export { type FleetStatus, fleetStatus } from './status.js';
export { work } from './work.js';
export type { WorkOptions, WorkSummary } from './work-options.js';
