import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let built: Promise<string> | undefined;

/** The folder with the app, built from its sources once a process. */
export function builtApp(): Promise<string> {
  built ??= buildInto();
  return built;
}

async function buildInto(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'pith-app-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const configFile = join(ROOT, 'vite.config.ts');
  // A test runner says `test` here; what is tested is what is shipped.
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
