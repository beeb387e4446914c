/** A function that computes its value when first called and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Properties for an object that read their fields from one value, made when the first of them is read. */
export function readWhenAsked<T extends object>(
  names: readonly (keyof T & string)[],
  make: () => T,
): PropertyDescriptorMap {
  const value = once(make);
  return Object.fromEntries(names.map(name => [name, { get: () => value()[name], enumerable: true }]));
}
