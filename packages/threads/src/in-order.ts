/** A task in flight: its results as they come, and the bytes that it holds meanwhile. */
export interface InFlight<R> {
  readonly results: AsyncIterator<R, unknown>;
  readonly bytes: number;
}

/** A task in flight that has one result. */
export function single<R>(result: Promise<R>, bytes = 0): InFlight<R> {
  result.catch(() => {}); // whoever waits for it is told
  async function* results() {
    yield await result;
  }
  return { results: results(), bytes };
}

/** Bytes of all tasks that may be in flight. */
const BYTES_AHEAD = 64 << 20;

/**
 * Begins tasks as they come, some at once, and gives their results in the order of the tasks. The next task is read only
 * when there is room for it, so memory does not grow with the input, and nothing is begun that nobody waits for.
 */
export async function* inOrder<T, R>(
  tasks: AsyncIterable<T>,
  atOnce: number,
  begin: (task: T) => InFlight<R>,
): AsyncGenerator<R> {
  const reading = tasks[Symbol.asyncIterator]();
  const inFlight: InFlight<R>[] = [];
  let bytes = 0;
  let pull: Promise<Step<T, R>> | undefined;
  let result: Promise<Step<T, R>> | undefined;
  let isOver = false;
  try {
    while (!isOver || inFlight.length > 0) {
      const hasRoom = inFlight.length < atOnce && bytes < BYTES_AHEAD;
      if (!isOver && hasRoom) pull ??= reading.next().then(task => ({ task }));
      const [first] = inFlight;
      if (first !== undefined) result ??= first.results.next().then(done => ({ result: done }));
      const step = await Promise.race([pull, result].filter(each => each !== undefined));
      if ('result' in step) {
        result = undefined;
        if (!step.result.done) yield step.result.value;
        else bytes -= inFlight.shift()!.bytes;
      } else {
        pull = undefined;
        if (step.task.done) isOver = true;
        else {
          const begun = begin(step.task.value);
          bytes += begun.bytes;
          inFlight.push(begun);
        }
      }
    }
  } finally {
    pull?.catch(() => {});
    result?.catch(() => {});
    await reading.return?.();
  }
}

/** What happened first: a task came, or the first of those in flight gave a result. */
type Step<T, R> =
  | { readonly task: IteratorResult<T, unknown> }
  | { readonly result: IteratorResult<R, unknown> };
