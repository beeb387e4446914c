import type { Random } from '../random.js';

/** The bytes of a page as a string, one character per byte. */
export type Bytes = string;

/** Changes a page; `other` returns another seed page. */
export type Mutation = (page: Bytes, random: Random, other: () => Bytes) => Bytes;

export function utf8(text: string): Bytes {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function inserted(page: Bytes, at: number, piece: Bytes): Bytes {
  return page.slice(0, at) + piece + page.slice(at);
}

/** Inserts between two tags, or anywhere if there are none. */
export function insertedBetween(page: Bytes, random: Random, piece: Bytes): Bytes {
  const at = page.indexOf('>', random.below(page.length + 1));
  return inserted(page, at < 0 ? page.length : at + 1, piece);
}

/** Range of a tag, from `<` to after `>`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export function someTag(page: Bytes, random: Random): Range | undefined {
  const from = random.below(page.length + 1);
  const start = page.indexOf('<', from);
  if (start < 0) return undefined;
  const end = page.indexOf('>', start);
  return { start, end: end < 0 ? page.length : end + 1 };
}

/** A range of limited length that begins with a tag. */
export function someRange(page: Bytes, random: Random, longest = 600): Range {
  const start = Math.max(0, page.indexOf('<', random.below(page.length + 1)));
  const end = page.indexOf('<', Math.min(page.length, start + 1 + random.below(longest)));
  return { start, end: end < 0 ? page.length : end };
}

export function replaced(page: Bytes, { start, end }: Range, piece: Bytes): Bytes {
  return page.slice(0, start) + piece + page.slice(end);
}
