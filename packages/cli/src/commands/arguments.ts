import { parseSize } from '@webpith/fetch';
import { InvalidArgumentError } from 'commander';
import { type Include, type MarkdownOptions, markdownChoices, parts } from '../dependencies.js';

/** Parses seconds, such as 0.5; returns milliseconds. */
export function secondsArgument(text: string): number {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0) throw new InvalidArgumentError('Must be a number of seconds above 0, such as 20 or 0.5.');
  return seconds * 1000;
}

/** Parses a size such as 50MB; returns bytes. */
export function sizeArgument(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new InvalidArgumentError('Must be a size such as 500kB or 50MB.');
  return bytes;
}

export function countArgument(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count === 0) throw new InvalidArgumentError('Must be a whole number above 0.');
  return count;
}

export function portArgument(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) throw new InvalidArgumentError('Must be a port from 0 to 65535.');
  return port;
}

export function tokensArgument(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 16) throw new InvalidArgumentError('Must be a whole number, 16 or more, such as 500.');
  return count;
}

export function urlArgument(text: string): string {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) {
    throw new InvalidArgumentError('Must be a URL such as https://example.org/page.');
  }
  return text;
}

/** Parses a comma-separated list of parts; parts not named are left out. */
export function includeArgument(text: string): Include {
  const names = text.split(',').map(name => name.trim());
  const unknown = names.find(name => !(parts as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Must be a comma-separated list of ${parts.join(', ')}.`);
  return Object.fromEntries(parts.map(part => [part, names.includes(part)]));
}

export const STYLE_FLAG = '--style <settings>';
export const STYLE_HELP = 'Markdown style, such as links=none,math=none; a wrong setting prints the list';

/** Parses the style of Markdown, such as `links=reference,math=none`. */
export function styleArgument(text: string): MarkdownOptions {
  const known: Readonly<Record<string, readonly string[]>> = markdownChoices;
  const pairs = text.split(',').map(setting => setting.split('=').map(part => part.trim()));
  for (const [name = '', value = '', ...more] of pairs) {
    if (Object.hasOwn(known, name) && known[name]!.includes(value) && more.length === 0) continue;
    const all = Object.entries(known).map(([option, values]) => `${option}=${values.join('|')}`);
    throw new InvalidArgumentError(`Must be settings separated by commas: ${all.join(', ')}.`);
  }
  return Object.fromEntries(pairs) as MarkdownOptions;
}

/** Adds one field=column to those of earlier options. */
export function columnArgument(
  text: string,
  columns: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, field, column] = /^([a-z]+)=(.+)$/i.exec(text) ?? [];
  if (field === undefined || column === undefined) {
    throw new InvalidArgumentError('Must be field=column, such as text=body.');
  }
  return { ...columns, [field]: column };
}

export function separatorArgument(text: string): string {
  const separator = text === '\\t' || text === 'tab' ? '\t' : text;
  if (separator.length !== 1) throw new InvalidArgumentError('Must be one character, or "tab".');
  return separator;
}

export function viewportArgument(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/i.exec(text) ?? [];
  if (width === undefined || height === undefined) {
    throw new InvalidArgumentError('Must be width and height, such as 1280x1024.');
  }
  return { width: Number(width), height: Number(height) };
}

export function leanArgument(text: string): number {
  const lean = /^-?\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(lean) <= 1)) throw new InvalidArgumentError('Must be a number from -1 to 1, such as -0.5.');
  return lean;
}

/** Adds one header to those of earlier options. */
export function headerArgument(
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, name, value] =
    /^([\w!#$%&'*+.^`|~-]{1,100}):[ \t]*([\t\x20-\x7e\x80-\xff]{0,8000})$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Must be “Name: value”, such as “Cookie: a=b”.');
  }
  return { ...headers, [name.toLowerCase()]: value };
}

export function oneOf<T extends string>(names: readonly T[]): (text: string) => T {
  return text => {
    const found = names.find(name => name === text);
    if (found === undefined) throw new InvalidArgumentError(`Must be one of ${names.join(', ')}.`);
    return found;
  };
}

/** Properties that may be undefined become optional. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> } & {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
};

/** Removes undefined properties, so that defaults apply to them. */
export function defined<T extends object>(options: T): Defined<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>;
}
