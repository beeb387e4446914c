import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, type Tarball } from './tarballs.js';

const run = promisify(execFile);

/** A local npm registry with our packages as they would be published; it contacts no other registry. */
export interface Registry {
  readonly url: string;
  /** Names of the requested packages. */
  readonly requested: ReadonlySet<string>;
  close(): void;
}

/** A version of a package: its manifest, and a function that makes its archive. */
interface Version {
  readonly manifest: { readonly name: string; readonly version: string };
  archive(): Promise<Uint8Array>;
}

/** Starts a registry with our tarballs; their dependencies are packed from the workspace's `node_modules`. */
export async function startRegistry(tarballs: readonly Tarball[]): Promise<Registry> {
  const versions = new Map<string, Version[]>();
  const add = (version: Version) => {
    const { name } = version.manifest;
    versions.set(name, [...(versions.get(name) ?? []), version]);
  };
  for (const { manifest, bytes } of tarballs) add({ manifest, archive: async () => bytes });
  for (const folder of installedFolders()) add(versionIn(folder));

  const requested = new Set<string>();
  const server = createServer((request, response) => {
    answer(request.url ?? '/', request.headers.host ?? '').then(
      ([type, body]) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}'),
    );
  });
  const answer = async (path: string, host: string): Promise<[type: string, body: string | Uint8Array]> => {
    const [name = '', file] = decodeURIComponent(path.slice(1)).split('/-/');
    const known = versions.get(name);
    if (known === undefined) throw new Error(`no package ${name}`);
    requested.add(name);
    if (file === undefined)
      return ['application/json', JSON.stringify(packument(name, known, `http://${host}`))];
    const version = known.find(({ manifest }) => file === `${manifest.version}.tgz`);
    if (version === undefined) throw new Error(`no version ${file} of ${name}`);
    return ['application/octet-stream', await version.archive()];
  };
  const url = `http://127.0.0.1:${await listening(server)}/`;
  return {
    url,
    requested,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The registry's metadata document of a package. */
function packument(name: string, versions: readonly Version[], origin: string): object {
  const described = versions.map(({ manifest }) => [
    manifest.version,
    { ...manifest, dist: { tarball: `${origin}/${name}/-/${manifest.version}.tgz` } },
  ]);
  const latest = versions.at(-1)!.manifest.version;
  return { name, 'dist-tags': { latest }, versions: Object.fromEntries(described) };
}

/** Folders of the third-party packages in the lock file that are installed. */
function installedFolders(): string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path]) => join(ROOT, path))
    .filter(existsSync);
}

function versionIn(folder: string): Version {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Install scripts have already run: the folder is packed as it is.
  const { scripts: _scripts, devDependencies: _devDependencies, ...kept } = manifest;
  return {
    manifest: kept,
    archive: async () => {
      const flags = ['-cz', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.'];
      const options = { encoding: 'buffer', maxBuffer: 200_000_000 } as const;
      return (await run('tar', flags, options)).stdout;
    },
  };
}
