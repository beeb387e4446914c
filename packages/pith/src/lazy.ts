/** Wraps a function so that it runs once and its result is reused. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Memoises a function by key. Beyond `most` keys, a cap for untrusted input, values are computed on every call. */
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

/** Memoises a numeric function of the indices 0 to `count` - 1. Values must not be NaN. */
export function memoisedByIndex(count: number, make: (index: number) => number): (index: number) => number {
  const made = new Float64Array(count).fill(Number.NaN);
  return index => {
    if (Number.isNaN(made[index])) made[index] = make(index);
    return made[index]!;
  };
}

/** Memoises a function of objects in a WeakMap. */
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

type Makers<T> = { readonly [K in keyof T]: () => T[K] };

const KEPT = Symbol('kept');
interface Lazy {
  readonly [KEPT]: Record<string, () => unknown>;
}

/**
 * Defines properties that are computed on first read; those in `apart` are not enumerable. All objects share one getter
 * per name: a closure per object would stay reachable through V8's hidden class, with everything it refers to, until
 * the next full garbage collection.
 */
export function lazy<T extends object, L extends object>(
  object: T,
  makers: Makers<L>,
  apart: readonly string[] = [],
): T & Readonly<L> {
  if (!(KEPT in object)) Object.defineProperty(object, KEPT, { value: {} });
  const kept = (object as T & Lazy)[KEPT];
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    kept[name] = once(make);
    const enumerable = !apart.includes(name);
    Object.defineProperty(object, name, { get: getterOf(name), enumerable, configurable: true });
  }
  return object as T & Readonly<L>;
}

/** Must not capture an object, see `lazy`. */
const getterOf = memoised(
  (name: string) =>
    function (this: Lazy): unknown {
      return this[KEPT][name]!();
    },
);
