import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * Packs the worker with all that it runs, from the sources, into one file: a run of hours is of one state of the code,
 * whatever is edited meanwhile.
 */
export function bundleWorker(folder: string): string {
  const file = bundleIn(folder);
  buildSync({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['pith-source'],
    logLevel: 'error',
    // Packages of CommonJS inside ask for `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return file;
}

/** Where the packed worker of a run is. */
export function bundleIn(folder: string): string {
  return join(folder, 'worker.mjs');
}

/** Twelve digits that name a state of the code. */
export function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
}
