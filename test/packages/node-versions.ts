import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The supported versions of Node, oldest first. */
export const NODE_VERSIONS = ['20.19', '22', '24'] as const;

/** A version of Node and the path of its program. */
export interface NodeProgram {
  readonly version: string;
  readonly path: string;
}

/** The available supported versions of Node: fetched once from the npm registry, which has them as packages. */
export async function nodePrograms(): Promise<NodeProgram[]> {
  const programs = await Promise.all(NODE_VERSIONS.map(programOf));
  return programs.flatMap((path, i) => (path === undefined ? [] : [{ version: NODE_VERSIONS[i]!, path }]));
}

async function programOf(version: string): Promise<string | undefined> {
  const cache =
    process.env.PITH_TEST_CACHE ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'webpith-tests');
  const folder = join(cache, `node-${version}`);
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const path = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  try {
    if (!existsSync(path)) {
      await mkdir(folder, { recursive: true });
      const flags = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
      await run('npm', ['install', ...flags, `${name}@${version}`], { timeout: 300_000, shell: isWindows });
    }
    await run(path, ['--version']);
    return path;
  } catch (error) {
    const [reason] = String((error as Error).message).split('\n');
    process.stderr.write(`Node ${version} is not tested: it cannot be had (${reason})\n`);
    return undefined;
  }
}
