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
