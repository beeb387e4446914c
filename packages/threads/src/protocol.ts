export interface Setup {
  readonly file: string;
  readonly data: unknown;
  /** Memory shared with the parent; absent for a process, which sends `step` replies instead. */
  readonly status?: Status;
}

/** The number of tasks begun, the current step, and 1 if the thread must exit; indexed by the constants below. */
export type Status = Int32Array;
export const BEGUN = 0;
export const STEP = 1;
export const STOP = 2;
export const IDLE = -1;

export type Command = { readonly kind: 'task'; readonly task: unknown } | { readonly kind: 'end' };

export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready'; readonly failure: Failure }
  | { readonly kind: 'step'; readonly begun: number; readonly step: number }
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'done'; readonly answer: unknown; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** An error as plain data: its own properties that are strings or numbers. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly [field: string]: string | number | undefined;
}

export function failureOf(thrown: unknown): Failure {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { name, message, stack } = thrown;
  const more = Object.entries(thrown).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return { ...Object.fromEntries(more), name, message, ...(stack === undefined ? {} : { stack }) };
}

/** The `open` export of a module: returns the function that runs tasks. */
export type Open<Data, Task> = (
  data: Data,
  host: Host,
) => ((task: Task) => unknown) | Promise<(task: Task) => unknown>;

export interface Host {
  readonly signal: AbortSignal;
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  /**
   * Starts a step of the task, with a time limit of its own; -1 suspends the limit. If the thread dies, `Death.step` is
   * this number. Exits if the thread must end.
   */
  step(number: number): void;
}
