import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeAtomically, yieldToAbort } from '@webpith/lab/internals';
import type { LeafData } from '../model.js';

/** Where finished work is kept, below the root: hours of it, so a run that was stopped goes on where it was. */
const FOLDER = 'results/leaves-fits';

/** Gives what is kept under that name, if it was made of the same data before; makes and keeps it otherwise. Plain data only. */
export type FitCache = <T>(name: string, make: () => T) => Promise<T>;

/** Opens the cache of work on one set of data. */
export function openFitCache(root: string, data: LeafData, signal?: AbortSignal): FitCache {
  const folder = join(root, FOLDER, digestOf(data));
  return async <T>(name: string, make: () => T) => {
    const file = join(folder, `${name.replace(/[^\w.-]+/g, '_')}.json.gz`);
    const kept = await readFile(file).catch(() => undefined);
    if (kept !== undefined) return JSON.parse(gunzipSync(kept).toString('utf8')) as T;
    await yieldToAbort(signal);
    const made = make();
    await mkdir(folder, { recursive: true });
    await writeAtomically(file, gzipSync(JSON.stringify(made)));
    return made;
  };
}

/** A name for work that depends on options besides the data; functions among them are not told apart. */
export function nameWith(name: string, options: object): string {
  return `${name} ${createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 8)}`;
}

/** What tells data apart: names, cells and labels. */
function digestOf({ names, rows, y }: LeafData): string {
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\n`);
  for (const page of rows) {
    hash.update(Float64Array.from(page.values));
    hash.update(Uint32Array.from(page.indices));
    hash.update(Uint32Array.from(page.starts));
  }
  for (const labels of y) hash.update(labels);
  return hash.digest('hex').slice(0, 16);
}
