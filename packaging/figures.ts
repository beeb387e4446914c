/** Start-up times and bundle sizes, measured on the build. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Sizes of a browser bundle in bytes. */
export interface BundleSize {
  readonly minified: number;
  readonly gzip: number;
  readonly brotli: number;
}

/** Bundles a program that imports the built library, for browsers. */
export async function bundleSize(program: string): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: ROOT },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  const bytes = outputFiles[0]!.contents;
  return {
    minified: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
  };
}

/** CPU milliseconds of each program: the minimum over some rounds, independent of other load. */
export function startUp(
  cases: Readonly<Record<string, readonly string[]>>,
  rounds = 7,
): Record<string, number> {
  const all: Record<string, readonly string[]> = { bare: ['--eval', '0'], ...cases };
  const fewest = Object.fromEntries(Object.keys(all).map(name => [name, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(all)) {
      fewest[name] = Math.min(fewest[name]!, processorTime(process.execPath, args));
    }
  }
  return fewest;
}

function processorTime(program: string, args: readonly string[]): number {
  const timed = ['-c', `TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>/dev/null`, 'bash', program, ...args];
  const { stderr } = spawnSync('bash', timed, { cwd: ROOT, encoding: 'utf8' });
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
  return (user + system) * 1000;
}

/** Arguments of Node for each timed program. */
export const STARTS: Readonly<Record<string, readonly string[]>> = {
  library: ['--input-type=module', '--eval', "import 'webpith'"],
  command: [join('packages', 'pith', 'bin', 'pith.js'), '--version'],
  extraction: [join('packages', 'pith', 'bin', 'pith.js'), 'extract', 'examples/lighthouse.html'],
};
