import { LearnError } from './errors.js';

/** Default and check of an option; for an invalid value, `fault` returns a description of valid ones. */
export interface OptionRule<T> {
  readonly fallback: T;
  readonly fault: (value: unknown) => string | undefined;
}

export type OptionsOf<R> = { readonly [K in keyof R]: R[K] extends OptionRule<infer T> ? T : never };

/** `from` and `to` are inclusive. */
interface NumberBounds {
  readonly from?: number;
  readonly above?: number;
  readonly to?: number;
  readonly whole?: boolean;
}

export function numberOption(fallback: number, bounds: NumberBounds = {}): OptionRule<number> {
  const { from, above, to, whole } = bounds;
  const expected = [
    whole ? 'a whole number' : 'a finite number',
    from === undefined ? '' : to === undefined ? `of at least ${from}` : `from ${from}`,
    above === undefined ? '' : `above ${above}`,
    to === undefined ? '' : from === undefined ? `of at most ${to}` : `to ${to}`,
  ].filter(part => part !== '');
  const fits = (value: unknown) =>
    typeof value === 'number' &&
    (whole ? Number.isInteger(value) : Number.isFinite(value)) &&
    value >= (from ?? Number.NEGATIVE_INFINITY) &&
    value > (above ?? Number.NEGATIVE_INFINITY) &&
    value <= (to ?? Number.POSITIVE_INFINITY);
  return option(fallback, fits, expected.join(' '));
}

export function switchOption(fallback: boolean): OptionRule<boolean> {
  return option(fallback, value => typeof value === 'boolean', 'true or false');
}

export function choiceOption<const T extends string>(fallback: T, choices: readonly T[]): OptionRule<T> {
  return option(fallback, value => choices.includes(value as T), `one of ${choices.join(', ')}`);
}

/** `expected` completes the error message “must be …”. */
export function option<T>(fallback: T, fits: (value: unknown) => boolean, expected: string): OptionRule<T> {
  return { fallback, fault: value => (fits(value) ? undefined : expected) };
}

export type OptionRules = Readonly<Record<string, OptionRule<unknown>>>;

export function readOptions<R extends OptionRules>(
  algorithm: string,
  rules: R,
  given: Readonly<Record<string, unknown>>,
  makeError: (message: string) => Error = message => new LearnError('bad-option', message),
): OptionsOf<R> {
  const names = Object.keys(rules);
  const unknown = Object.keys(given).find(name => !Object.hasOwn(rules, name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'it has none' : `its options are ${names.join(', ')}`;
    throw makeError(`${algorithm} has no option “${unknown}”; ${known}.`);
  }
  const read = (name: string) => {
    const { fallback, fault } = rules[name]!;
    const value = given[name] === undefined ? fallback : given[name];
    const expected = fault(value);
    if (expected === undefined) return value;
    throw makeError(`${algorithm}: “${name}” must be ${expected}, got ${shown(value)}.`);
  };
  return Object.fromEntries(names.map(name => [name, read(name)])) as OptionsOf<R>;
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
}
