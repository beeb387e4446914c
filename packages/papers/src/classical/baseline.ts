import type { Extractor } from '@webpith/lab';
import { pageTree, readOptions } from '@webpith/lab/internals';
import { type OptionRule, type OptionsOf, option } from '@webpith/learn';
import type { PageTree } from 'webpith/stages';

export interface Baseline {
  readonly title: string;
  readonly describe: string;
  readonly options: Rules;
  /** Creates an extractor; missing parameters take their defaults, unknown ones throw. */
  create(options?: Readonly<Record<string, unknown>>): Extractor;
}

export type Rules = Readonly<Record<string, OptionRule<unknown>>>;

export interface BaselineDefinition<R extends Rules> {
  readonly name: string;
  readonly title: string;
  readonly describe: string;
  readonly options: R;
  text(tree: PageTree, options: OptionsOf<R>): string;
}

export function baseline<R extends Rules>(definition: BaselineDefinition<R>): BaselineDefinition<R> {
  return definition;
}

/** Every extraction decodes and parses the page again, so that the measured time of a method includes all its work. */
export function defineBaseline<R extends Rules>(definition: BaselineDefinition<R>): Baseline {
  const { name, title, describe, options: rules } = definition;
  return {
    title,
    describe,
    options: rules,
    create(given = {}) {
      const options = readOptions(name, rules, given);
      return {
        name,
        extract: page => ({ text: definition.text(pageTree(page), options) }),
      };
    },
  };
}

export function namesOption(fallback: readonly string[], describe: string): OptionRule<readonly string[]> {
  const fits = (value: unknown) => Array.isArray(value) && value.every(name => typeof name === 'string');
  return option(fallback, fits, 'a list of strings', describe);
}
