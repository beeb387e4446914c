/** What a thread is told to do. */
export interface TaskMessage {
  readonly id: number;
  /** A name of the table of tasks. */
  readonly task: string;
  readonly input: unknown;
}

/** What a thread says: that it is ready, that it has what it needs and begins with the page, what came of it. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly output: Uint8Array; readonly ms: number }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure };

/** An error that crossed from a thread. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly remedy?: string;
  readonly stack?: string;
}
