import { type Command, InvalidArgumentError } from 'commander';
import { PAGE_TYPES, type PageType } from 'webpith';
import { defined } from '../defined.js';

/** The options that say which pages are wanted. */
export interface FilterFlags {
  readonly language?: string[];
  readonly type?: PageType[];
  readonly minConfidence?: number;
}

/** Adds them to a command. */
export function withFilter(command: Command): Command {
  return command
    .option('--language <tags>', 'only pages in these languages, such as en,de', languagesArgument)
    .option('--type <types>', 'only pages of these types, such as article,forum', typesArgument)
    .option('--min-confidence <number>', 'only pages at least so sure, 0 to 1', confidenceArgument);
}

/** What the fleet is told; nothing where every page is wanted. */
export function filterOption({ language, type, minConfidence }: FilterFlags) {
  if (language === undefined && type === undefined && minConfidence === undefined) return {};
  return {
    filter: {
      ...defined({ languages: language, types: type, confidence: minConfidence }),
    },
  };
}

function languagesArgument(text: string): string[] {
  const tags = text
    .toLowerCase()
    .split(',')
    .map(tag => tag.trim());
  if (tags.some(tag => !/^[a-z]{2,3}$/.test(tag))) {
    throw new InvalidArgumentError('Expected languages such as en or en,de.');
  }
  return tags;
}

function typesArgument(text: string): PageType[] {
  const types = text.split(',').map(type => type.trim());
  const unknown = types.find(type => !(PAGE_TYPES as readonly string[]).includes(type));
  if (unknown !== undefined) throw new InvalidArgumentError(`Expected some of ${PAGE_TYPES.join(', ')}.`);
  return types as PageType[];
}

function confidenceArgument(text: string): number {
  const confidence = /^\d{0,3}\.?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(confidence >= 0 && confidence <= 1)) {
    throw new InvalidArgumentError('Expected a number from 0 to 1, such as 0.6.');
  }
  return confidence;
}
