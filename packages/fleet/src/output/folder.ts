import { access, constants, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FleetError } from '../errors.js';

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
};

/** Creates an output folder and its parents. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const reason = REASONS[await codeOf(folder, cause)];
    if (reason === undefined) throw cause;
    const code = reason === REASONS.ENOSPC ? 'disk-full' : 'bad-output';
    throw new FleetError(code, `expected to write to ${folder}, but ${reason}; choose another place`, {
      cause,
    });
  }
}

/** On a read-only file system a recursive mkdir reports ENOENT; a plain one reports the cause. */
async function codeOf(folder: string, cause: unknown): Promise<string> {
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (code !== 'ENOENT') return code;
  return await mkdir(folder).then(
    () => '',
    (error: NodeJS.ErrnoException) => error.code ?? '',
  );
}

/** Prefix of other files in a folder of shards: Spark, Arrow, pandas and Hadoop ignore such files. */
const PASSED_OVER = '_';

export function beside(name: string): string {
  return `${PASSED_OVER}${name}`;
}

/** Renames files that earlier versions wrote without the prefix. */
export async function nameBeside(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [old, now] = [join(folder, name), join(folder, beside(name))];
    if ((await isThere(old)) && !(await isThere(now))) await rename(old, now);
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

const LOCK = '.lock';

/** Locks of this process, including those being acquired. */
const held = new Set<string>();

/** Locks a folder; returns a function that unlocks it. Locks of dead processes are taken over. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK);
  if (held.has(path)) throw inUse(folder, process.pid);
  held.add(path);
  try {
    await takeLock(folder, path);
  } catch (error) {
    held.delete(path);
    throw error;
  }
  return async () => {
    await rm(path, { force: true });
    held.delete(path);
  };
}

async function takeLock(folder: string, path: string): Promise<void> {
  // The file is linked with its content, so the lock is never read empty.
  const own = `${path}.${process.pid}`;
  await writeFile(own, String(process.pid));
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await link(own, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 1) throw error;
      }
      const holder = Number(await readFile(path, 'utf8').catch(() => ''));
      if (isAlive(holder)) throw inUse(folder, holder);
      await rm(path, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
}

function inUse(folder: string, holder: number): FleetError {
  const message = `expected to write to ${folder} alone, but process ${holder} does; wait for it, or if it is no batch remove ${join(folder, LOCK)}`;
  return new FleetError('in-use', message);
}

/** A lock with our own pid that we did not take is from an earlier process: containers reuse pids. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
