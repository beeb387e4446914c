import { extract } from './extract.js';
import type { PageType } from './options.js';

/** The thresholds of Mozilla's function of the same name. */
export interface ReaderableOptions {
  /** Minimum length of a paragraph that counts. Default: 140. */
  readonly minContentLength?: number;
  /** Minimum sum of the square roots of the characters beyond `minContentLength` in each paragraph. Default: 20. */
  readonly minScore?: number;
}

const READABLE: readonly PageType[] = ['article', 'documentation'];

/** True if the page is a text to read, by its type and the length of its paragraphs. The thresholds are set by hand. */
export function isProbablyReaderable(
  page: Document | string | Uint8Array,
  { minContentLength = 140, minScore = 20 }: ReaderableOptions = {},
): boolean {
  const { types, text } = extract(page);
  if (READABLE.reduce((sum, type) => sum + (types[type] ?? 0), 0) < 0.5) return false;
  const lengths = text.split('\n\n').map(paragraph => paragraph.length - minContentLength);
  return lengths.reduce((sum, beyond) => sum + Math.sqrt(Math.max(0, beyond)), 0) > minScore;
}
