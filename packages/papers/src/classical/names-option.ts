import { type OptionRule, option } from '@webpith/learn';

export function namesOption(fallback: readonly string[], describe: string): OptionRule<readonly string[]> {
  const fits = (value: unknown) => Array.isArray(value) && value.every(name => typeof name === 'string');
  return option(fallback, fits, 'a list of strings', describe);
}
