/** What a thread is started with. */
export interface Setup {
  /** The module that it works by. */
  readonly file: string;
  /** What that module's `open` is given. */
  readonly data: unknown;
  /** Where it writes what it is doing; a process has none, and sends it. */
  readonly status?: Status;
}

/** Numbers that a thread and its owner share: tasks begun, the step that it is at, and whether it is to end. */
export type Status = Int32Array;
export const BEGUN = 0;
export const STEP = 1;
export const TO_END = 2;
/** The step of a thread that does nothing it could be blamed for. */
export const AT_REST = -1;

/** What a thread is told. */
export type Command = { readonly kind: 'task'; readonly task: unknown } | { readonly kind: 'end' };

/** What a thread says. */
export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready'; readonly failure: Failure }
  | { readonly kind: 'step'; readonly begun: number; readonly step: number }
  | { readonly kind: 'said'; readonly message: unknown }
  | { readonly kind: 'done'; readonly answer: unknown; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** An error that crossed from a thread: its texts, and what else it carries that is a text or a number. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly [field: string]: string | number | undefined;
}

/** What can cross of something thrown. */
export function failureOf(thrown: unknown): Failure {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { name, message, stack } = thrown;
  const more = Object.entries(thrown).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return { ...Object.fromEntries(more), name, message, ...(stack === undefined ? {} : { stack }) };
}

/** What a module that threads work by exports as `open`: loads what it needs and gives what does a task. */
export type Open<Data, Task> = (
  data: Data,
  host: Host,
) => ((task: Task) => unknown) | Promise<(task: Task) => unknown>;

/** The thread as the module sees it. */
export interface Host {
  /** Aborted when the thread is to end. */
  readonly signal: AbortSignal;
  /** Says something to whoever gave the task, before the answer. */
  say(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  /**
   * Begins a step of the task, which sets the clock back and is named should the thread die; below 0 none that could be
   * blamed. Ends the thread where it is to end.
   */
  step(number: number): void;
}
