/**
 * Puts the library's modules together for Node, which reads one file several times faster than three hundred. Part of
 * `npm run build`, and done anew before every run of the tests; browsers and bundlers take the modules themselves.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const LIBRARY = fileURLToPath(new URL('../packages/pith', import.meta.url));

/** The manifest's entries for Node, and the sources that they are made from. */
function entries(): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(join(LIBRARY, 'package.json'), 'utf8')) as {
    exports: Record<string, Record<string, string>>;
  };
  return Object.fromEntries(
    Object.values(exports)
      .filter(entry => entry.node !== undefined)
      .map(entry => [entry.node!.replace('./dist/node/', '').replace('.js', ''), entry['pith-source']!]),
  );
}

/** Writes the entries for Node and the parts that they share; what is the same already is left, since others may be reading it. */
export default async function bundleLibrary(): Promise<void> {
  const outdir = join(LIBRARY, 'dist/node');
  const { outputFiles } = await build({
    absWorkingDir: LIBRARY,
    entryPoints: entries(),
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'shared-[hash]',
    logLevel: 'warning',
    write: false,
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) replaceWith(path, text);
  const written = new Set(outputFiles.map(({ path }) => path));
  for (const name of readdirSync(outdir)) if (!written.has(join(outdir, name))) rmSync(join(outdir, name));
}

function replaceWith(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleLibrary();
