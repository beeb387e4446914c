/** Gives every feature name a number. While learning it grows; afterwards an unknown name is -1. */
export interface Dictionary {
  number(name: string): number;
  /** The numbers of names that begin with a prefix, asked for by the rest: saves putting both together each time. */
  scope(prefix: string): (rest: string) => number;
  readonly size: number;
}

/** A dictionary that takes in every name it is asked for. */
export function growingDictionary(): Dictionary & { readonly names: readonly string[] } {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const number = (name: string) => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, names.length);
    names.push(name);
    return names.length - 1;
  };
  return {
    names,
    number,
    scope: prefix => rest => number(prefix + rest),
    get size() {
      return names.length;
    },
  };
}

/** The dictionary of a fitted model. */
export function fixedDictionary(names: readonly string[]): Dictionary {
  const numbers = new Map(names.map((name, i) => [name, i]));
  const scopes = new Map<string, (rest: string) => number>();
  return {
    number: name => numbers.get(name) ?? -1,
    scope(prefix) {
      let scope = scopes.get(prefix);
      if (scope === undefined) {
        const rests = new Map<string, number>();
        names.forEach((name, i) => {
          if (name.startsWith(prefix)) rests.set(name.slice(prefix.length), i);
        });
        scope = rest => rests.get(rest) ?? -1;
        scopes.set(prefix, scope);
      }
      return scope;
    },
    size: names.length,
  };
}
