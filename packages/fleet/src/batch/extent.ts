import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Input, isRemote } from '@webpith/sources';
import type { BatchPlace } from './manifest.js';

/** Returns the share of the inputs done (0 to 1) after `pages` more pages up to a place, or undefined if unknown. */
export type ShareDone = (place: BatchPlace, pages: number) => number | undefined;

/** Kinds whose places are offsets in one file. */
const BY_OFFSET: ReadonlySet<string> = new Set(['warc', 'ndjson', 'urls', 'page']);
/** Assumed size in bytes of a page in a folder. */
const BYTES_A_PAGE = 50_000;

/** Measures the inputs; folders are listed, not read. */
export async function extentOf(inputs: readonly Input[]): Promise<ShareDone> {
  const weights = await Promise.all(inputs.map(weightOf));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const starts = weights.map((_, index) => weights.slice(0, index).reduce((sum, weight) => sum + weight, 0));
  const isKnown = weights.every(weight => weight > 0);
  let last = -1;
  let pages = 0;
  return ({ input, offset, length }, more) => {
    pages = input === last ? pages + more : more;
    last = input;
    if (!isKnown) return undefined;
    const inside = BY_OFFSET.has(inputs[input]!.kind) ? offset + length : pages * BYTES_A_PAGE;
    return Math.min((starts[input]! + Math.min(inside, weights[input]!)) / total, 1);
  };
}

async function weightOf({ kind, path }: Input): Promise<number> {
  if (isRemote(path)) return 0;
  if (BY_OFFSET.has(kind)) return (await stat(path)).size;
  if (kind === 'corpus') return (await readdir(join(path, 'html')).catch(() => [])).length * BYTES_A_PAGE;
  if (kind === 'folder') return (await readdir(path, { recursive: true })).length * BYTES_A_PAGE;
  return 0;
}
