import { LearnError } from './errors.js';

/** One hyperparameter: what it is when nobody says, and what is wrong with a value (nothing when undefined). */
export interface OptionRule<T> {
  readonly fallback: T;
  readonly fault: (value: unknown) => string | undefined;
}

/** A rule for each option of an algorithm. */
export type OptionRules<O> = { readonly [K in keyof O]-?: OptionRule<O[K]> };

/** Bounds of a number option; `from` and `to` are included. */
export interface NumberBounds {
  readonly from?: number;
  readonly above?: number;
  readonly to?: number;
  readonly below?: number;
  readonly whole?: boolean;
}

/** A number within bounds. */
export function numberOption(fallback: number, bounds: NumberBounds = {}): OptionRule<number> {
  const { from, above, to, below, whole } = bounds;
  const expected = [
    whole ? 'a whole number' : 'a finite number',
    from === undefined ? '' : `of at least ${from}`,
    above === undefined ? '' : `above ${above}`,
    to === undefined ? '' : `of at most ${to}`,
    below === undefined ? '' : `below ${below}`,
  ].filter(part => part !== '');
  const fits = (value: unknown) =>
    typeof value === 'number' &&
    (whole ? Number.isInteger(value) : Number.isFinite(value)) &&
    value >= (from ?? Number.NEGATIVE_INFINITY) &&
    value > (above ?? Number.NEGATIVE_INFINITY) &&
    value <= (to ?? Number.POSITIVE_INFINITY) &&
    value < (below ?? Number.POSITIVE_INFINITY);
  return { fallback, fault: value => (fits(value) ? undefined : expected.join(' ')) };
}

/** A switch. */
export function switchOption(fallback: boolean): OptionRule<boolean> {
  return { fallback, fault: value => (typeof value === 'boolean' ? undefined : 'true or false') };
}

/** One of a list of names. */
export function choiceOption<T extends string>(fallback: T, choices: readonly T[]): OptionRule<T> {
  const fits = (value: unknown) => choices.includes(value as T);
  return { fallback, fault: value => (fits(value) ? undefined : `one of ${choices.join(', ')}`) };
}

/** The options an estimator keeps: every one filled in and within its bounds; an unknown name is refused. */
export function readOptions<O extends object>(
  algorithm: string,
  rules: OptionRules<O>,
  given: Readonly<Record<string, unknown>>,
): O {
  const names = Object.keys(rules) as (keyof O & string)[];
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(rules, name)) continue;
    const message = `${algorithm} has no option “${name}”; its options are ${names.join(', ')}.`;
    throw new LearnError('bad-option', message);
  }
  const read = (name: keyof O & string) => {
    const value = given[name];
    if (value === undefined) return rules[name].fallback;
    const fault = rules[name].fault(value);
    if (fault === undefined) return value;
    throw new LearnError('bad-option', `${algorithm}: “${name}” must be ${fault}, got ${shown(value)}.`);
  };
  return Object.fromEntries(names.map(name => [name, read(name)])) as O;
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
}
