import { extract } from './extract.js';
import type { PageType } from './options.js';

/** The thresholds of Mozilla's function of the same name, with its defaults. */
export interface ReaderableOptions {
  /** Characters that a paragraph has at least to count. Default: 140. */
  readonly minContentLength?: number;
  /** What the paragraphs must add up to, each giving the root of the characters it has beyond that. Default: 20. */
  readonly minScore?: number;
}

/** Kinds of page that are one text to read from top to bottom. */
const READABLE: readonly PageType[] = ['article', 'documentation'];

/**
 * Whether a page is a text to read: by its type, and by how much running text was found on it. The numbers are set by
 * hand.
 */
export function isProbablyReaderable(
  page: Document | string | Uint8Array,
  { minContentLength = 140, minScore = 20 }: ReaderableOptions = {},
): boolean {
  const { types, text } = extract(page);
  if (READABLE.reduce((sum, type) => sum + (types[type] ?? 0), 0) < 0.5) return false;
  const lengths = text.split('\n\n').map(paragraph => paragraph.length - minContentLength);
  return lengths.reduce((sum, beyond) => sum + Math.sqrt(Math.max(0, beyond)), 0) > minScore;
}
