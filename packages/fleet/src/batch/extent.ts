import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Input, isRemote } from '@webpith/sources';
import type { BatchPlace } from './manifest.js';

/** How much of the inputs is done once so many more pages up to a place are, 0 to 1; nothing where that cannot be known. */
export type ShareDone = (place: BatchPlace, pages: number) => number | undefined;

/** Kinds whose places are offsets in one file. */
const BY_OFFSET: ReadonlySet<string> = new Set(['warc', 'ndjson', 'urls', 'page']);
/** What a page of a folder is taken to weigh beside a file whose bytes are known. */
const BYTES_A_PAGE = 50_000;

/** Looks how large inputs are; folders are listed, not read. */
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
