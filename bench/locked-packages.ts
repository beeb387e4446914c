import { readFileSync } from 'node:fs';

export interface Locked {
  /** `node_modules/a` or `packages/b`. */
  readonly path: string;
  readonly name: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly deprecated?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type Entry = Omit<Locked, 'path' | 'name'> & { readonly link?: boolean; readonly resolved?: string };

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Third-party packages in the lock file, one per location. */
export function lockedPackages(): Locked[] {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, entry]) => ({ ...entry, path, name: nameOf(path) }));
}

/** All packages installed with one of our packages, except itself and optional ones. */
export function installedWith(name: string): Locked[] {
  const found = new Map<string, Locked>();
  const open = [placeOf('', name)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const dependency of Object.keys(lock.packages[path]?.dependencies ?? {})) {
      const place = placeOf(path, dependency);
      if (found.has(place)) continue;
      found.set(place, { ...lock.packages[place]!, path: place, name: dependency });
      open.push(place);
    }
  }
  return [...found.values()];
}

/** Resolves a package from another: the nearest `node_modules` upwards; our own are links. */
function placeOf(from: string, name: string): string {
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const entry = lock.packages[place];
    if (entry !== undefined) return entry.link === true ? entry.resolved! : place;
    if (folder === '')
      throw new Error(`expected ${name} in package-lock.json, needed by ${from}; run npm install`);
  }
}

function parentOf(folder: string): string {
  const up = folder.lastIndexOf('/node_modules/');
  return up < 0 ? '' : folder.slice(0, up);
}

/** Licences of packages whose manifest has none or an unusual name for it, as SPDX expressions, read in their files. */
export const LICENCES: Readonly<Record<string, string>> = {
  '@llamaindex/core': 'MIT',
  '@llamaindex/env': 'MIT',
  jstat: 'MIT',
  'map-stream': 'MIT',
  'pause-stream': 'MIT OR Apache-2.0',
};

/** Packages with install scripts, and their purpose. None is needed: all ship binaries or work without. */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  '@photostructure/sqlite': 'checks that the binary for this platform is installed (the store)',
  esbuild: 'checks that the binary for this platform is installed (building the app, tests)',
  fsevents: 'watches files on macOS (development)',
  'msgpackr-extract': 'builds a faster message decoder (the queue); optional',
};
