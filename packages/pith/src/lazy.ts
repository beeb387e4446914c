/** Memoises a function without arguments. If it throws, the next call tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Memoises a function of one argument. Caches at most `most` results, which bounds memory for untrusted input. */
export function memoised<Key, Value>(
  make: (key: Key) => Value,
  most: number = Number.POSITIVE_INFINITY,
): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return key => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as Value;
    const value = make(key);
    if (made.size < most) made.set(key, value);
    return value;
  };
}

/** Memoises a function of an object until the object is garbage-collected. */
export function memoisedWeakly<Key extends object, Value extends object>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return key => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
