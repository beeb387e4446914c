/** What makes each property of an object that is made when it is read. */
type Makers<T> = { readonly [K in keyof T]: () => T[K] };

/** Where an object keeps its makers. */
const MAKERS = Symbol('makers');
interface Made {
  readonly [MAKERS]: Record<string, () => unknown>;
}

/** The properties by name; they hold nothing of any object. */
const descriptors = new Map<string, PropertyDescriptor>();

/**
 * Adds properties to an object that call their maker when they are read. All objects share the getter of a name: a getter
 * of its own would stay in the object's hidden class, and with it all that it knows, until the next full collection.
 */
export function withMade<T extends object, L extends object>(object: T, makers: Makers<L>): T & Readonly<L> {
  const those = (object as Partial<Made>)[MAKERS];
  if (those === undefined) Object.defineProperty(object, MAKERS, { value: { ...makers } });
  else Object.assign(those, makers);
  for (const name of Object.keys(makers)) Object.defineProperty(object, name, descriptorOf(name));
  return object as T & Readonly<L>;
}

/** A property that is read from the parts of its object, once. */
export interface ReadProperty<P> {
  readonly read: (parts: P) => unknown;
  readonly enumerable: boolean;
}

/** Where an object keeps what it is read from, and what was read. */
const READ = Symbol('read');
interface Read<P> {
  readonly [READ]: { readonly parts: P; readonly values: Map<string, unknown> };
}

/** Makes objects whose properties are read from their parts when first asked for; getters are shared as above. */
export function readFrom<P>(properties: Readonly<Record<string, ReadProperty<P>>>): (parts: P) => object {
  const descriptors: PropertyDescriptorMap = {};
  for (const [name, { read, enumerable }] of Object.entries(properties)) {
    const get = function (this: Read<P>) {
      const { parts, values } = this[READ];
      if (!values.has(name)) values.set(name, read(parts));
      return values.get(name);
    };
    descriptors[name] = { get, enumerable, configurable: true };
  }
  return parts =>
    Object.defineProperties(
      Object.defineProperty({}, READ, { value: { parts, values: new Map() } }),
      descriptors,
    );
}

function descriptorOf(name: string): PropertyDescriptor {
  let descriptor = descriptors.get(name);
  if (descriptor === undefined) {
    const get = function (this: Made) {
      return this[MAKERS][name]!();
    };
    descriptor = { get, enumerable: true, configurable: true };
    descriptors.set(name, descriptor);
  }
  return descriptor;
}
