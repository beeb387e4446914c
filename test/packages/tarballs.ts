import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folders of published packages; each comes after those that it imports. */
export const PUBLISHED = [
  'pith',
  'wide',
  'threads',
  'learn',
  'fetch',
  'store',
  'lab',
  'papers',
  'loaders',
  'render',
  'sources',
  'fleet',
  'app',
  'server',
  'cli',
] as const;

/** The part of a manifest that the tests read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  /** Conditions may be nested. */
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package as it would be published. */
export interface Tarball {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Paths of the files inside. */
  readonly files: readonly string[];
}

/** The report of `npm pack` for one package. */
interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs all packages into a folder. */
export async function packAll(destination: string): Promise<Tarball[]> {
  const flags = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', destination];
  const workspaces = PUBLISHED.flatMap(folder => ['--workspace', `packages/${folder}`]);
  const { stdout } = await run('npm', [...flags, ...workspaces], { cwd: ROOT, maxBuffer: 50_000_000 });
  const parsed: unknown = JSON.parse(stdout);
  // Newer versions of npm print an object by name, older ones a list.
  const reports = (Array.isArray(parsed) ? parsed : Object.values(parsed as object)) as PackReport[];
  return PUBLISHED.map(folder => {
    const manifest = JSON.parse(
      readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'),
    ) as Manifest;
    const report = reports.find(({ name }) => name === manifest.name)!;
    const path = join(destination, report.filename);
    return { folder, manifest, path, bytes: readFileSync(path), files: report.files.map(file => file.path) };
  });
}
