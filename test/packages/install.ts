import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, type Tarball } from './tarballs.js';

const run = promisify(execFile);

/**
 * Installs tarballs into an empty folder like npm, but offline: each is unpacked into `node_modules`, next to only the
 * dependencies in its manifest. Third-party packages are links to those of the workspace.
 */
export async function install(folder: string, tarballs: readonly Tarball[]): Promise<void> {
  const ours = new Set(tarballs.map(({ manifest }) => manifest.name));
  for (const { manifest, path, folder: from } of tarballs) {
    const place = join(folder, 'node_modules', manifest.name);
    await mkdir(place, { recursive: true });
    await run('tar', ['-xzf', path, '-C', place, '--strip-components=1']);
    const others = Object.keys(manifest.dependencies ?? {}).filter(name => !ours.has(name));
    for (const name of others) await link(installed(name, from), join(place, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
}

/** Links development tools that a consumer would have installed. */
export async function linkTools(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await link(installed(name, 'pith'), join(folder, 'node_modules', name));
}

async function link(target: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  await symlink(target, place, 'dir');
}

/** The folder of a package in the workspace, as resolved from one of our packages. */
function installed(name: string, from: string): string {
  const places = [join(ROOT, 'packages', from, 'node_modules', name), join(ROOT, 'node_modules', name)];
  const found = places.find(existsSync);
  if (found === undefined)
    throw new Error(`expected ${name} to be installed for packages/${from}; run npm ci`);
  return found;
}
