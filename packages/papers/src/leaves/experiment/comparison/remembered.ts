import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { heed, writeAtomically } from '@webpith/lab/internals';
import type { LeafData } from '../../model.js';
import type { Fit } from './fit.js';

/** Where finished fits are kept, below the root: hours of work, so a run that was stopped goes on where it was. */
const FOLDER = 'results/leaves-fits';

/** Gives the fit of that name if it was made of the same data before; makes and keeps it otherwise. */
export type Remember = (name: string, make: () => Fit) => Promise<Fit>;

/** A memory of fits on one set of data. */
export function rememberedFits(root: string, data: LeafData, signal?: AbortSignal): Remember {
  const folder = join(root, FOLDER, digestOf(data));
  return async (name, make) => {
    const file = join(folder, `${name.replace(/[^\w.-]+/g, '_')}.json.gz`);
    const kept = await readFile(file).catch(() => undefined);
    if (kept !== undefined) return JSON.parse(gunzipSync(kept).toString('utf8')) as Fit;
    await heed(signal);
    const fit = make();
    await mkdir(folder, { recursive: true });
    await writeAtomically(file, gzipSync(JSON.stringify(fit)));
    return fit;
  };
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
