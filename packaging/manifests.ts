/**
 * Writes `homepage`, `bugs` and `repository` into the manifests of all packages, derived from `repository` in the root
 * manifest: after changing that, run `npm run manifests`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type Manifest = Record<string, unknown> & { readonly name: string };

/** The manifests of all packages, by folder below `packages`. */
export function manifests(): [folder: string, manifest: Manifest][] {
  return readdirSync(join(ROOT, 'packages')).map(folder => [folder, read(pathOf(folder))]);
}

function homeOf(folder: string): Readonly<Record<string, unknown>> {
  const { repository } = read(join(ROOT, 'package.json')) as { repository?: string };
  if (repository === undefined) throw new Error('expected `repository` in package.json of the root');
  return {
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${folder}` },
  };
}

/** Adds these fields to a manifest after the licence, as npm orders them. */
export function withHome(folder: string, manifest: Manifest): Manifest {
  const home = homeOf(folder);
  const rest = Object.entries(manifest).filter(([field]) => !(field in home));
  const place = rest.findIndex(([field]) => field === 'license') + 1;
  return Object.fromEntries([
    ...rest.slice(0, place),
    ...Object.entries(home),
    ...rest.slice(place),
  ]) as Manifest;
}

const pathOf = (folder: string) => join(ROOT, 'packages', folder, 'package.json');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [folder, manifest] of manifests()) {
    writeFileSync(pathOf(folder), `${JSON.stringify(withHome(folder, manifest), null, 2)}\n`);
  }
}
