import type { Extractor } from '@webpith/lab';
import { pageTree, readOptions } from '@webpith/lab/internals';
import type { OptionRule, OptionsOf } from '@webpith/learn';
import type { PageTree } from 'webpith/stages';

/** A classical extractor: what it is called, what it does, its parameters, and how to make one. */
export interface Baseline {
  /** Full name, for tables. */
  readonly title: string;
  /** One sentence. */
  readonly describe: string;
  readonly options: Rules;
  /** An extractor with these parameters; those not given take their defaults. Refuses what is no parameter of it. */
  create(options?: Readonly<Record<string, unknown>>): Extractor;
}

/** The parameters of a method by name. */
export type Rules = Readonly<Record<string, OptionRule<unknown>>>;

/** What a method has to say about itself. */
export interface BaselineDefinition<R extends Rules> {
  /** Name in the table and of the extractors made. */
  readonly name: string;
  readonly title: string;
  readonly describe: string;
  readonly options: R;
  /** The text it extracts from a page. */
  text(tree: PageTree, options: OptionsOf<R>): string;
}

/** A definition whose options have the types that their rules say. */
export function baseline<R extends Rules>(definition: BaselineDefinition<R>): BaselineDefinition<R> {
  return definition;
}

/**
 * Makes a baseline of a definition. Every extraction decodes and parses the page anew: methods share no work, so that
 * the time of each is its own.
 */
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

/** The same method under another name, with other defaults, and where they change what it does, another description. */
export function withDefaults<R extends Rules>(
  definition: BaselineDefinition<R>,
  names: { readonly name: string; readonly title: string; readonly describe?: string },
  defaults: Readonly<Record<string, unknown>>,
): BaselineDefinition<R> {
  const options = Object.fromEntries(
    Object.entries(definition.options).map(([key, rule]) => {
      return [key, { ...rule, fallback: defaults[key] ?? rule.fallback }];
    }),
  ) as R;
  return { ...definition, ...names, options };
}
