import { type OptionRule, type OptionsOf, option, readOptions as readBy } from '@webpith/learn';
import { LabError } from '../errors.js';

export {
  choiceOption,
  numberOption,
  type OptionRule,
  type OptionRules,
  type OptionsOf,
  switchOption,
} from '@webpith/learn';

/** A list of names: tags, hosts. */
export function namesOption(fallback: readonly string[], describe: string): OptionRule<readonly string[]> {
  const fits = (value: unknown) => Array.isArray(value) && value.every(name => typeof name === 'string');
  return option(fallback, fits, 'a list of strings', describe);
}

/** All options of a method, given ones checked and the others by default; an unknown name is refused. */
export function readOptions<R extends Readonly<Record<string, OptionRule<unknown>>>>(
  method: string,
  rules: R,
  given: Readonly<Record<string, unknown>>,
): OptionsOf<R> {
  return readBy(method, rules, given, message => new LabError('bad-option', message));
}
