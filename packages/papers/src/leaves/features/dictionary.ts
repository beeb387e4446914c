import { memoised } from 'webpith/stages';

/**
 * Feature numbers of one value at several places. -1 marks an unknown feature, `UNRESOLVED` one that a growing
 * dictionary has not numbered yet.
 */
export interface NamedValue {
  readonly numbers: Int32Array;
  readonly resolve: (place: number) => number;
}

/** Prefix of the feature at each place; undefined where the value is no feature. */
export type Prefixes = readonly (string | undefined)[];

const UNRESOLVED = -2;

/** Maps feature names to numbers. A growing dictionary adds names; a fixed one returns -1 for unknown names. */
export interface Dictionary {
  number(name: string): number;
  /** Returns a lookup of names with a common prefix. */
  scope(prefix: string): (rest: string) => number;
  steps(prefix: string): (value: number) => number;
  /** Returns a lookup of values at several places; undefined if a value is unknown at all of them. */
  values(prefixes: Prefixes): (value: string) => NamedValue | undefined;
}

export function numberAt(value: NamedValue, place: number): number {
  const number = value.numbers[place]!;
  return number === UNRESOLVED ? value.resolve(place) : number;
}

/**
 * Values that occur together, such as the tokens of one attribute, and their feature numbers by place once computed.
 */
export interface ValueGroup {
  readonly values: readonly NamedValue[];
  readonly numbers: (readonly number[] | undefined)[];
}

export function numbersAt(group: ValueGroup, place: number): readonly number[] {
  group.numbers[place] ??= group.values.map(value => numberAt(value, place)).filter(number => number >= 0);
  return group.numbers[place];
}

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
    steps: stepsOf(number),
    values: memoised(prefixes => memoised(value => growingValue(prefixes, value, number))),
  };
}

function growingValue(prefixes: Prefixes, value: string, number: (name: string) => number): NamedValue {
  const numbers = Int32Array.from(prefixes, prefix => (prefix === undefined ? -1 : UNRESOLVED));
  return {
    numbers,
    resolve: place => {
      numbers[place] = number(prefixes[place] + value);
      return numbers[place];
    },
  };
}

export function fixedDictionary(names: readonly string[]): Dictionary {
  const numbers = new Map(names.map((name, i) => [name, i]));
  const number = (name: string) => numbers.get(name) ?? -1;
  return {
    number,
    scope: memoised(prefix => {
      const rests = restsOf(names, prefix);
      return rest => rests.get(rest) ?? -1;
    }),
    steps: stepsOf(number),
    values: memoised(prefixes => {
      const values = fixedValues(names, prefixes);
      return value => values.get(value);
    }),
  };
}

function fixedValues(names: readonly string[], prefixes: Prefixes): Map<string, NamedValue> {
  const values = new Map<string, NamedValue>();
  prefixes.forEach((prefix, place) => {
    if (prefix === undefined) return;
    for (const [rest, number] of restsOf(names, prefix)) {
      const known = values.get(rest);
      const value = known ?? { numbers: new Int32Array(prefixes.length).fill(-1), resolve: () => -1 };
      if (!known) values.set(rest, value);
      value.numbers[place] = number;
    }
  });
  return values;
}

function restsOf(names: readonly string[], prefix: string): Map<string, number> {
  const rests = new Map<string, number>();
  names.forEach((name, i) => {
    if (name.startsWith(prefix)) rests.set(name.slice(prefix.length), i);
  });
  return rests;
}

function stepsOf(number: (name: string) => number): Dictionary['steps'] {
  return memoised(prefix => {
    const numbers: number[] = [];
    return value => {
      numbers[value] ??= number(`${prefix}${value}`);
      return numbers[value];
    };
  });
}
