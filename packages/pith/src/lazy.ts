/** A function that computes its value when first called and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * A function that computes the value of a key when it is first asked for it, and keeps it; beyond `most` keys, which input that
 * others write wants, values are computed each time.
 */
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

/** The same for numbers from 0 up to so many, whose values are numbers too, and never NaN. */
export function memoisedByIndex(count: number, make: (index: number) => number): (index: number) => number {
  const made = new Float64Array(count).fill(Number.NaN);
  return index => {
    if (Number.isNaN(made[index])) made[index] = make(index);
    return made[index]!;
  };
}

/** The same for objects, whose values go with them. */
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

/** What makes each property of an object. */
type Makers<T> = { readonly [K in keyof T]: () => T[K] };

/** Where an object keeps what its properties call when they are read. */
const KEPT = Symbol('kept');
interface Lazy {
  readonly [KEPT]: Record<string, () => unknown>;
}

/**
 * Adds properties to an object that are made when they are first read, and kept; those named as apart are not listed. All
 * objects share the getter of a name: a getter of its own would stay in the object's hidden class, and with it all that it
 * knows, until the next full collection.
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

/** The getter of a name; it holds nothing of any object. */
const getterOf = memoised(
  (name: string) =>
    function (this: Lazy): unknown {
      return this[KEPT][name]!();
    },
);
