import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input } from '../records/input.js';
import type { BatchPage } from './pages.js';

/** How much of the inputs lies behind a page, 0 to 1; nothing where that cannot be known. */
export type ShareDone = (page: BatchPage) => number | undefined;

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
  return page => {
    pages = page.input === last ? pages + 1 : 1;
    last = page.input;
    if (!isKnown) return undefined;
    const { offset, length } = page.source;
    const inside = BY_OFFSET.has(inputs[page.input]!.kind) ? offset + length : pages * BYTES_A_PAGE;
    return Math.min((starts[page.input]! + Math.min(inside, weights[page.input]!)) / total, 1);
  };
}

async function weightOf({ kind, path }: Input): Promise<number> {
  if (BY_OFFSET.has(kind)) return (await stat(path)).size;
  if (kind === 'corpus') return (await readdir(join(path, 'html')).catch(() => [])).length * BYTES_A_PAGE;
  if (kind === 'folder') return (await readdir(path, { recursive: true })).length * BYTES_A_PAGE;
  return 0;
}
