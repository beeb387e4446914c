import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Folder of the built code, which workers run; from sources (vitest, tsx) `dist` beside `src`. */
export const builtLab = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../dist/' : './', import.meta.url),
);

/** Source maps, types and build information. */
const NOT_EXECUTED = /\.(?:map|d\.ts|tsbuildinfo)$/;

/**
 * Twelve hex digits of a SHA-256 over names and contents of all code under the given paths: during development the
 * version number does not change, but results of old code must not be reused.
 */
export function codeFingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of codeFiles(path)) hash.update(`\n${relative(path, file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

function codeFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && !NOT_EXECUTED.test(entry.name));
  return files.map(entry => join(entry.parentPath, entry.name)).sort();
}

export function labVersion(parts: readonly string[]): string {
  return `${manifestAbove(builtLab).version}+${codeFingerprint(parts.map(part => join(builtLab, part)))}`;
}

export function workspaceVersion(name: string): string {
  const entry = require.resolve(name);
  return `${manifestAbove(dirname(entry)).version}+${codeFingerprint([dirname(entry)])}`;
}

export function packageVersion(name: string): string {
  try {
    return manifestAbove(dirname(require.resolve(name)), name).version;
  } catch {
    return 'missing';
  }
}

/** Paths of files of a package, none if it is not installed. */
export function packageFiles(name: string, ...paths: readonly string[]): string[] {
  try {
    const folder = folderAbove(dirname(require.resolve(name)));
    return paths.map(path => join(folder, path));
  } catch {
    return [];
  }
}

/** The nearest folder upwards with a named package.json. */
function folderAbove(folder: string): string {
  let dir = folder;
  while (dir !== dirname(dir) && !isNamed(join(dir, 'package.json'))) dir = dirname(dir);
  return dir;
}

function isNamed(file: string): boolean {
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as Partial<Manifest>).name !== undefined;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** The nearest package.json upwards with a version and, if given, the name; nested ones may lack both. */
function manifestAbove(folder: string, name?: string): Manifest {
  for (let dir = folder; ; dir = dirname(dir)) {
    const file = join(dir, 'package.json');
    if (existsSync(file)) {
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Partial<Manifest>;
      if (manifest.version && (name === undefined || manifest.name === name)) return manifest as Manifest;
    }
    if (dir === dirname(dir)) return { name: name ?? '', version: 'unknown' };
  }
}
