import { parseSize } from '@webpith/fetch';
import { InvalidArgumentError } from 'commander';
import { type Include, parts } from '../dependencies.js';

/** Seconds, given as a positive number; in milliseconds. */
export function secondsArgument(text: string): number {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0) throw new InvalidArgumentError('Expected seconds above 0, such as 20 or 0.5.');
  return seconds * 1000;
}

/** A size such as 50MB, in bytes. */
export function sizeArgument(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new InvalidArgumentError('Expected a size such as 500kB or 50MB.');
  return bytes;
}

/** A whole number above zero. */
export function countArgument(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count === 0) throw new InvalidArgumentError('Expected a whole number above 0.');
  return count;
}

/** A port to listen on; 0 for any that is free. */
export function portArgument(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}

/** Tokens of a chunk of text; fewer than a title and some words is a mistake. */
export function tokensArgument(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 16) throw new InvalidArgumentError('Expected a number of tokens, 16 or more, such as 500.');
  return count;
}

/** The address a page is from; only http and https make sense as a base of its links. */
export function addressArgument(text: string): string {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) {
    throw new InvalidArgumentError('Expected an address such as https://example.org/page.');
  }
  return text;
}

/** A comma-separated list of parts; those not named are left out. */
export function includeArgument(text: string): Include {
  const names = text.split(',').map(name => name.trim());
  const unknown = names.find(name => !(parts as readonly string[]).includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Expected some of ${parts.join(',')}.`);
  return Object.fromEntries(parts.map(part => [part, names.includes(part)]));
}

/** One "field=column" more; the columns so far are those of the earlier options. */
export function columnArgument(
  text: string,
  columns: Readonly<Record<string, string>>,
): Record<string, string> {
  const [, field, column] = /^([a-z]+)=(.+)$/i.exec(text) ?? [];
  if (field === undefined || column === undefined) {
    throw new InvalidArgumentError('Expected field=column, such as text=body.');
  }
  return { ...columns, [field]: column };
}

/** What stands between the fields of a table; a tab is hard to type, so it may be spelt. */
export function separatorArgument(text: string): string {
  const separator = text === '\\t' || text === 'tab' ? '\t' : text;
  if (separator.length !== 1) throw new InvalidArgumentError('Expected one character, or "tab".');
  return separator;
}

/** Size of a window, such as 1280x1024. */
export function viewportArgument(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/i.exec(text) ?? [];
  if (width === undefined || height === undefined) {
    throw new InvalidArgumentError('Expected width and height, such as 1280x1024.');
  }
  return { width: Number(width), height: Number(height) };
}

/** Which way to lean: between less and surer text, and more. */
export function leanArgument(text: string): number {
  const lean = /^-?\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(lean) <= 1)) throw new InvalidArgumentError('Expected a number from -1 to 1, such as -0.5.');
  return lean;
}

/** One "Name: value" more; the headers so far are those of the earlier options. */
export function headerArgument(
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, name, value] =
    /^([\w!#$%&'*+.^`|~-]{1,100}):[ \t]*([\t\x20-\x7e\x80-\xff]{0,8000})$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Expected “Name: value”, such as “Cookie: a=b”.');
  }
  return { ...headers, [name.toLowerCase()]: value };
}

/** One of a few names. */
export function oneOf<T extends string>(names: readonly T[]): (text: string) => T {
  return text => {
    const found = names.find(name => name === text);
    if (found === undefined) throw new InvalidArgumentError(`Expected one of ${names.join(', ')}.`);
    return found;
  };
}

/** The properties of an object that may be absent, absent where they were undefined. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> } & {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
};

/** What was given of options: those that nobody set are left out, so that whoever takes them uses its own defaults. */
export function defined<T extends object>(options: T): Defined<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>;
}
