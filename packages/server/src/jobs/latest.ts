/** Hands on the latest of many values. */
export interface Latest<T> {
  give(value: T): void;
  /** Waits for what is being handed on; nothing comes after that. */
  end(): Promise<void>;
}

/** Hands on a value at once, then at most one in so many milliseconds: the latest, never two at a time. */
export function latest<T>(milliseconds: number, take: (value: T) => Promise<void>): Latest<T> {
  let waiting: { readonly value: T } | undefined;
  let clock: NodeJS.Timeout | undefined;
  let taking = Promise.resolve();
  let isOver = false;
  const next = () => {
    clock = undefined;
    const own = waiting;
    if (isOver || own === undefined) return;
    waiting = undefined;
    taking = take(own.value).catch(() => undefined); // progress that is lost is no harm
    clock = setTimeout(() => void taking.then(next), milliseconds);
  };
  return {
    give(value) {
      waiting = { value };
      if (clock === undefined) next();
    },
    async end() {
      isOver = true;
      clearTimeout(clock);
      await taking;
    },
  };
}
