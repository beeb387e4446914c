/**
 * Results in the order of their inputs, a few at a time: the next input is read only when there is room for it, and
 * nothing is begun that nobody waits for.
 */
export async function* inOrder<T, R>(
  inputs: AsyncIterable<T>,
  atOnce: number,
  work: (input: T) => Promise<R>,
): AsyncGenerator<R> {
  const reading = inputs[Symbol.asyncIterator]();
  const under: Promise<R>[] = [];
  let next: Promise<IteratorResult<T>> | undefined;
  let isOver = false;
  try {
    while (!isOver || under.length > 0) {
      if (!isOver && under.length < atOnce) next ??= reading.next();
      // Whichever comes first: an input where there is room, or the result that is due.
      const step = await Promise.race([
        ...(next === undefined ? [] : [next.then(result => ({ input: result }))]),
        ...(under[0] === undefined ? [] : [under[0].then(result => ({ result }))]),
      ]);
      if ('result' in step) {
        under.shift();
        yield step.result;
        continue;
      }
      next = undefined;
      if (step.input.done) isOver = true;
      else {
        const begun = work(step.input.value);
        begun.catch(() => {}); // whoever waits for it hears of it
        under.push(begun);
      }
    }
  } finally {
    next?.catch(() => {});
    await reading.return?.();
  }
}
