/** A function that computes its value when first called and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
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

/** The getters by name; they hold nothing of any object. */
const getters = new Map<string, (this: Lazy) => unknown>();

function getterOf(name: string): (this: Lazy) => unknown {
  let get = getters.get(name);
  if (get === undefined) {
    get = function () {
      return this[KEPT][name]!();
    };
    getters.set(name, get);
  }
  return get;
}
