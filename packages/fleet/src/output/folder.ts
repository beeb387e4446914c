import { access, constants, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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

/** Makes a folder for output. Throws for an address such as `s3://bucket`, which would become a folder named `s3:`. */
export async function makeFolder(folder: string): Promise<void> {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(folder)?.[1];
  if (scheme !== undefined) {
    const message = `cannot write to ${folder}: output to ${scheme}:// is not supported; write to a local folder and copy it there`;
    throw new FleetError('bad-output', message);
  }
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

const LOCK = '.lock';

/** Locks of this process, including those being acquired. */
const locks = new Set<string>();

/** Returns a function that unlocks the folder. Locks of dead processes are taken over. */
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

/** A lock contains the id of its process and, on Linux, the time at which that process started. */
async function takeLock(folder: string, path: string): Promise<void> {
  // The file is linked with its content, so the lock is never read empty.
  const own = `${path}.${process.pid}`;
  await writeFile(own, `${process.pid} ${(await processStart(process.pid)) ?? ''}`);
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await link(own, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 1) throw error;
      }
      const [pid = '', start = ''] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
      if (await isHolding(Number(pid), start)) throw inUse(folder, Number(pid));
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

/**
 * True if the process that took the lock is still running, and is neither a zombie nor a new process that reuses its
 * id. A lock with our own id that we did not take was left by an earlier process, since containers reuse ids.
 */
async function isHolding(pid: number, start: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !exists(pid)) return false;
  const now = await processStart(pid);
  if (now === undefined) return exists(pid);
  return now !== ZOMBIE && (start === '' || start === now);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const ZOMBIE = 'zombie';

/** Identifies the start of a process on Linux: the boot and the clock ticks since; undefined on other systems. */
async function processStart(pid: number): Promise<string | undefined> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The name of the program is in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? ZOMBIE : `${boot.trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
