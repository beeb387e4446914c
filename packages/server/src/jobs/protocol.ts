import type { StoredJob } from '@webpith/store';

/** What the thread of a job is given. */
export interface JobSetup {
  readonly store: string;
  readonly job: StoredJob;
  readonly corpora?: string;
  readonly scratch: string;
}

/** What it says. */
export type JobMessage =
  | { readonly kind: 'progress'; readonly step: string; readonly share: number }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: string };

/** What it is told. */
export type JobOrder = 'stop';
