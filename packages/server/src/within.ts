/** The result of the promise, or undefined if it takes longer. */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let clock: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>(resolve => {
    clock = setTimeout(resolve, Math.max(0, milliseconds), undefined);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(clock);
  }
}
