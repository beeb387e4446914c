import { fetchDefaults, parseSize, showSize } from '@webpith/fetch';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Include, type MarkdownOptions, markdownChoices, parts } from '../dependencies.js';

// Options and option parsers shared by several commands.

/** An option in seconds; its value is in milliseconds. */
export function secondsOption(flags: string, description: string, seconds: number): Option {
  return new Option(flags, description).argParser(secondsArgument).default(seconds * 1000, String(seconds));
}

export function withAllowPrivate(command: Command): Command {
  return command.option('--allow-private', 'allow requests to private and loopback addresses');
}

export function withFetchLimits(command: Command): Command {
  const { timeout, maxSize } = fetchDefaults;
  const size = new Option('--max-size <size>', 'size limit per page').argParser(sizeArgument);
  return withAllowPrivate(command)
    .addOption(secondsOption('--timeout <seconds>', 'time limit per page', timeout / 1000))
    .addOption(size.default(maxSize, showSize(maxSize).replace(' ', '')));
}

export function withInclude(command: Command): Command {
  const description =
    'comma-separated parts to include: title, byline, captions, comments, hidden; others are left out (default: in Markdown and HTML, captions of figures inside the text)';
  return command.option('--include <parts>', description, includeArgument);
}

export function withStyle(command: Command): Command {
  const description = 'Markdown style, such as links=none,math=none; an unknown setting prints the list';
  return command.option('--style <settings>', description, styleArgument);
}

/** Parses a number of seconds and returns milliseconds. */
export function secondsArgument(text: string): number {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0) throw new InvalidArgumentError('Must be a number of seconds above 0, such as 20 or 0.5.');
  return seconds * 1000;
}

/** Parses a size such as `50MB` and returns bytes. */
export function sizeArgument(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new InvalidArgumentError('Must be a size such as 500kB or 50MB.');
  return bytes;
}

function wholeNumber(least: number, most: number, expected: string): (text: string) => number {
  return text => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new InvalidArgumentError(`Must be ${expected}.`);
    return value;
  };
}

export const countArgument = wholeNumber(1, 999_999_999, 'a whole number above 0');
export const depthArgument = wholeNumber(0, 999, 'a whole number, 0 or more');
export const portArgument = wholeNumber(0, 65_535, 'a port from 0 to 65535');
export const tokensArgument = wholeNumber(16, 999_999_999, 'a whole number, 16 or more, such as 500');

export function urlArgument(text: string): string {
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    throw new InvalidArgumentError('Must be a URL such as https://example.org/page.');
  return text;
}

export function splitNames(text: string): string[] {
  return text.split(',').map(name => name.trim());
}

/** Parses a list such as `title,comments`; all parts that are not listed are excluded. */
function includeArgument(text: string): Include {
  const names = splitNames(text);
  if (names.some(name => !(parts as readonly string[]).includes(name)))
    throw new InvalidArgumentError(`Must be a comma-separated list of ${parts.join(', ')}.`);
  return Object.fromEntries(parts.map(part => [part, names.includes(part)]));
}

function styleArgument(text: string): MarkdownOptions {
  const known: Readonly<Record<string, readonly string[]>> = markdownChoices;
  const pairs = text.split(',').map(setting => setting.split('=').map(part => part.trim()));
  for (const [name = '', value = '', ...more] of pairs) {
    if (Object.hasOwn(known, name) && known[name]!.includes(value) && more.length === 0) continue;
    const all = Object.entries(known).map(([option, values]) => `${option}=${values.join('|')}`);
    throw new InvalidArgumentError(`Must be settings separated by commas: ${all.join(', ')}.`);
  }
  return Object.fromEntries(pairs) as MarkdownOptions;
}

/** Adds a pair such as `text=body` to those of earlier occurrences of the option. */
export function columnArgument(
  text: string,
  columns: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, field, column] = /^([a-z]+)=(.+)$/i.exec(text) ?? [];
  if (field === undefined || column === undefined)
    throw new InvalidArgumentError('Must be field=column, such as text=body.');
  return { ...columns, [field]: column };
}

export function separatorArgument(text: string): string {
  const separator = text === '\\t' || text === 'tab' ? '\t' : text;
  if (separator.length !== 1) throw new InvalidArgumentError('Must be one character, or "tab".');
  return separator;
}

export function viewportArgument(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/i.exec(text) ?? [];
  if (width === undefined || height === undefined)
    throw new InvalidArgumentError('Must be width and height, such as 1280x1024.');
  return { width: Number(width), height: Number(height) };
}

export function leanArgument(text: string): number {
  const lean = /^-?\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(lean) <= 1)) throw new InvalidArgumentError('Must be a number from -1 to 1, such as -0.5.');
  return lean;
}

/** Adds a header to those of earlier occurrences of the option. */
export function headerArgument(
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, name, value] =
    /^([\w!#$%&'*+.^`|~-]{1,100}):[ \t]*([\t\x20-\x7e\x80-\xff]{0,8000})$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Must be “Name: value”, such as “Cookie: a=b”.');
  return { ...headers, [name.toLowerCase()]: value };
}

export function oneOf<T extends string>(names: readonly T[]): (text: string) => T {
  return text => {
    const found = names.find(name => name === text);
    if (found === undefined) throw new InvalidArgumentError(`Must be one of ${names.join(', ')}.`);
    return found;
  };
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> } & {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
};

/** Removes undefined properties, so that defaults apply to them. */
export function defined<T extends object>(options: T): Defined<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>;
}
