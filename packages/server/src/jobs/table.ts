import type { JobKind, JobRunner } from './runner.js';

/** Kind → runner, its code loaded when it is first used. A new kind is a file and a line in this table. */
export const runners: Readonly<Record<JobKind, () => Promise<JobRunner>>> = {
  train: async () => (await import('./train.js')).trainRunner,
  evaluate: async () => (await import('./evaluate.js')).evaluateRunner,
  import: async () => (await import('../annotation/import/runner.js')).importRunner,
  render: async () => (await import('./render.js')).renderRunner,
};
