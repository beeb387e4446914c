/** Awaits a task, but rejects with the signal's reason once it aborts; the task's result is then ignored. */
export async function unlessStopped<T>(task: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await task;
  task.catch(() => {});
  signal.throwIfAborted();
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([task, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Yields results until the signal aborts. Pending work is not awaited; the owner of the threads ends them. */
export async function* untilStopped<T>(
  results: AsyncGenerator<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  try {
    while (!signal?.aborted) {
      const step = await unlessStopped(results.next(), signal);
      if (step.done) return;
      yield step.value;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    const over = results.return(undefined).catch(() => {});
    if (!signal?.aborted) await over;
  }
}
