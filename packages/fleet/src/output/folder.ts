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

export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const reason = REASONS[await codeOf(folder, cause)];
    if (reason === undefined) throw cause;
    const code = reason === REASONS.ENOSPC ? 'disk-full' : 'bad-output';
    throw new FleetError(code, `cannot write to ${folder}: ${reason}; choose another folder`, {
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

/** Prefix of files other than shards in an output folder: Spark, Arrow, pandas and Hadoop ignore such files. */
const HIDDEN_PREFIX = '_';

export function hiddenName(name: string): string {
  return `${HIDDEN_PREFIX}${name}`;
}

/** Renames files that earlier versions wrote without the prefix. */
export async function renameToHidden(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [old, now] = [join(folder, name), join(folder, hiddenName(name))];
    if ((await exists(old)) && !(await exists(now))) await rename(old, now);
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

const LOCK = '.lock';

/** Locks of this process, including those being acquired. */
const locks = new Set<string>();

/** Locks a folder; returns a function that unlocks it. Locks of dead processes are taken over. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK);
  if (locks.has(path)) throw inUse(folder, process.pid);
  locks.add(path);
  try {
    await takeLock(folder, path);
  } catch (error) {
    locks.delete(path);
    throw error;
  }
  return async () => {
    await rm(path, { force: true });
    locks.delete(path);
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
  const message = `process ${holder} is writing to ${folder}; wait for it, or remove ${join(folder, LOCK)} if it is not a batch or crawl`;
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
