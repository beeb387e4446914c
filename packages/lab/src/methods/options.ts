import { type OptionRule, type OptionsOf, readOptions as readBy } from '@webpith/learn';
import { LabError } from '../errors.js';

/** All options of a method, given ones checked and the others by default; an unknown name is refused. */
export function readOptions<R extends Readonly<Record<string, OptionRule<unknown>>>>(
  method: string,
  rules: R,
  given: Readonly<Record<string, unknown>>,
): OptionsOf<R> {
  return readBy(method, rules, given, message => new LabError('bad-option', message));
}
