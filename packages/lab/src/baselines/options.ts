import { LabError } from '../errors.js';

/** One parameter of a method: its default, what it does, and what is wrong with a value (nothing when undefined). */
export interface OptionRule<T> {
  readonly fallback: T;
  readonly describe: string;
  readonly fault: (value: unknown) => string | undefined;
}

/** A rule for each parameter of a method. */
export type OptionRules<O> = { readonly [K in keyof O]-?: OptionRule<O[K]> };

/** Bounds of a number, both included. */
interface Bounds {
  readonly from: number;
  readonly to?: number;
  readonly whole?: boolean;
}

/** A number within bounds. */
export function numberOption(fallback: number, bounds: Bounds, describe: string): OptionRule<number> {
  const { from, to = Number.MAX_SAFE_INTEGER, whole = false } = bounds;
  const expected = `a ${whole ? 'whole ' : ''}number from ${from}${bounds.to === undefined ? ' up' : ` to ${to}`}`;
  const fits = (value: unknown) =>
    typeof value === 'number' && value >= from && value <= to && (!whole || Number.isInteger(value));
  return { fallback, describe, fault: value => (fits(value) ? undefined : expected) };
}

/** A switch. */
export function switchOption(fallback: boolean, describe: string): OptionRule<boolean> {
  return { fallback, describe, fault: value => (typeof value === 'boolean' ? undefined : 'true or false') };
}

/** One of a list of names. */
export function choiceOption<T extends string>(
  fallback: T,
  choices: readonly T[],
  describe: string,
): OptionRule<T> {
  const fits = (value: unknown) => choices.includes(value as T);
  return { fallback, describe, fault: value => (fits(value) ? undefined : `one of ${choices.join(', ')}`) };
}

/** A list of names: tags, hosts. */
export function namesOption(fallback: readonly string[], describe: string): OptionRule<readonly string[]> {
  const fits = (value: unknown) => Array.isArray(value) && value.every(name => typeof name === 'string');
  return { fallback, describe, fault: value => (fits(value) ? undefined : 'a list of strings') };
}

/** All options of a method, given ones checked and the others by default; an unknown name is refused. */
export function readOptions<O extends object>(
  method: string,
  rules: OptionRules<O>,
  given: Readonly<Record<string, unknown>>,
): O {
  const names = Object.keys(rules) as (keyof O & string)[];
  const unknown = Object.keys(given).find(name => !Object.hasOwn(rules, name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'it has none' : `its options are ${names.join(', ')}`;
    throw new LabError('bad-option', `${method} has no option “${unknown}”; ${known}.`);
  }
  const read = (name: keyof O & string) => {
    const value = given[name];
    if (value === undefined) return rules[name].fallback;
    const fault = rules[name].fault(value);
    if (fault === undefined) return value;
    const shown = JSON.stringify(value) ?? String(value);
    throw new LabError('bad-option', `${method}: “${name}” must be ${fault}, got ${shown}.`);
  };
  return Object.fromEntries(names.map(name => [name, read(name)])) as O;
}
