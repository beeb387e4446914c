import { type OptionRule, type OptionsOf, readOptions as readBy } from '@webpith/learn';
import { LabError } from '../errors.js';

/** Validates the options of a method and fills in defaults; throws on an unknown name. */
export function readOptions<R extends Readonly<Record<string, OptionRule<unknown>>>>(
  method: string,
  rules: R,
  given: Readonly<Record<string, unknown>>,
): OptionsOf<R> {
  return readBy(method, rules, given, message => new LabError('bad-option', message));
}
