import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeAtomically, yieldToAbort } from '@webpith/lab/internals';
import type { LeafData } from '../model.js';

/** Cache folder below the root: fits take hours, and a stopped run resumes from it. */
const FOLDER = 'results/leaves-fits';

/** Returns the cached value of that name for the same data, or computes and caches it. Plain data only. */
export type FitCache = <T>(name: string, make: () => T) => Promise<T>;

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

/** Cache name of work that depends on options as well as data; functions among the options are ignored. */
export function nameWith(name: string, options: object): string {
  return `${name} ${createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 8)}`;
}

/** Digest of names, cells and labels. */
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
