import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Set-up of a test run: builds the app once into a temporary folder, whose path it puts into `PITH_BUILT_APP`. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await buildApp();
  process.env.PITH_BUILT_APP = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Builds the app from its sources into a new temporary folder and returns the folder. */
export async function buildApp(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'pith-app-'));
  const configFile = join(ROOT, 'vite.config.ts');
  // The test runner sets NODE_ENV to `test`; the tests need the build that is shipped.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({ root: ROOT, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  }
  return outDir;
}
