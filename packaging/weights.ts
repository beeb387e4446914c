/** Number and size of the packages installed with each of our packages, from the manifests and the lock file. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface PackageWeight {
  readonly name: string;
  /** Our packages that it depends on, and those that are optional. */
  readonly needs: readonly string[];
  readonly later: readonly string[];
  /** Names of all installed packages, including itself; two versions are two entries. */
  readonly installed: readonly string[];
  readonly bytes: number;
}

const lock = (
  JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  }
).packages;

/** Name → folder of our packages. */
const ours = new Map(
  readdirSync(join(ROOT, 'packages')).map(folder => {
    const path = `packages/${folder}`;
    const { name } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as { name: string };
    return [name, path];
  }),
);

export function weights(): PackageWeight[] {
  const sizes = packedSizes();
  return [...ours].map(([name, path]) => weigh(name, path, sizes, true));
}

/** The library without its optional dependencies, which include the command. */
export function libraryAlone(): PackageWeight {
  return weigh('webpith', ours.get('webpith')!, packedSizes(), false);
}

function weigh(
  name: string,
  path: string,
  sizes: ReadonlyMap<string, number>,
  withOptional: boolean,
): PackageWeight {
  const found = new Set<string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    for (const needed of neededBy(lock[next]!, withOptional || next !== path)) {
      const place = resolved(needed, next);
      if (place !== undefined) waiting.push(place);
    }
  }
  const own = lock[path]!;
  const isOurs = (needed: string) => ours.has(needed);
  return {
    name,
    needs: neededBy(own, false).filter(isOurs),
    later: [...Object.keys(own.optionalDependencies ?? {}), ...optionalPeers(own)].filter(isOurs),
    installed: [...found].map(place => nameOf(place)).sort(),
    bytes: [...found].reduce(
      (sum, place) => sum + (sizes.get(nameOf(place)) ?? sizeOf(join(ROOT, place))),
      0,
    ),
  };
}

function neededBy(locked: Locked, withOptional: boolean): string[] {
  const peers = Object.keys(locked.peerDependencies ?? {});
  const optional = new Set(optionalPeers(locked));
  return [
    ...Object.keys(locked.dependencies ?? {}),
    ...(withOptional ? Object.keys(locked.optionalDependencies ?? {}) : []),
    ...peers.filter(name => !optional.has(name)),
  ];
}

function optionalPeers({ peerDependencies = {}, peerDependenciesMeta = {} }: Locked): string[] {
  return Object.keys(peerDependencies).filter(name => peerDependenciesMeta[name]?.optional === true);
}

/** Resolves a package from another like Node; undefined for packages of other platforms. */
function resolved(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const locked = lock[place];
    if (locked?.link) return locked.resolved;
    if (locked !== undefined) return existsSync(join(ROOT, place)) ? place : undefined;
    if (folder === '') return undefined;
  }
}

function nameOf(place: string): string {
  const mine = [...ours].find(([, path]) => path === place)?.[0];
  return mine ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Unpacked bytes of our packages as published. */
function packedSizes(): ReadonlyMap<string, number> {
  const flags = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline', '--workspaces'];
  const options = {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
  } as const;
  const said: unknown = JSON.parse(execFileSync('npm', flags, options));
  const reports = (Array.isArray(said) ? said : Object.values(said as object)) as {
    readonly name: string;
    readonly unpackedSize: number;
  }[];
  return new Map(reports.map(({ name, unpackedSize }) => [name, unpackedSize]));
}

/** Bytes of the files of an installed package, without nested packages. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(path);
    return entry.isFile() ? sum + statSync(path).size : sum;
  }, 0);
}
