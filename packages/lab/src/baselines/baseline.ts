import type { PageTree } from 'webpith/internals';
import { pageTree } from '../corpora/page-tree.js';
import type { Extractor } from '../extractor.js';
import { type OptionRule, type OptionRules, readOptions } from './options.js';

/** A classical extractor: what it is called, what it does, its parameters, and how to make one. */
export interface Baseline {
  /** Full name, for tables. */
  readonly title: string;
  /** One sentence. */
  readonly describe: string;
  readonly options: Readonly<Record<string, OptionRule<unknown>>>;
  /** An extractor with these parameters; those not given take their defaults. Refuses what is no parameter of it. */
  create(options?: Readonly<Record<string, unknown>>): Extractor;
}

/** What a method has to say about itself. */
export interface BaselineDefinition<O extends object> {
  /** Name in the table and of the extractors made. */
  readonly name: string;
  readonly title: string;
  readonly describe: string;
  readonly options: OptionRules<O>;
  /** The text it extracts from a page. */
  text(tree: PageTree, options: O): string;
}

/**
 * Makes a baseline of a definition. Every extraction decodes and parses the page anew: methods share no work, so that
 * the time of each is its own.
 */
export function defineBaseline<O extends object>(definition: BaselineDefinition<O>): Baseline {
  const { name, title, describe, options: rules } = definition;
  return {
    title,
    describe,
    options: rules as Readonly<Record<string, OptionRule<unknown>>>,
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
export function withDefaults<O extends object>(
  definition: BaselineDefinition<O>,
  names: { readonly name: string; readonly title: string; readonly describe?: string },
  defaults: Partial<O>,
): BaselineDefinition<O> {
  const options = Object.fromEntries(
    Object.entries(definition.options as Record<string, OptionRule<unknown>>).map(([key, rule]) => {
      const fallback = (defaults as Record<string, unknown>)[key] ?? rule.fallback;
      return [key, { ...rule, fallback }];
    }),
  ) as unknown as OptionRules<O>;
  return { ...definition, ...names, options };
}
