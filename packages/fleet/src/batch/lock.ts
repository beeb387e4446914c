import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FleetError } from '../errors.js';

/** Name of the file. */
const LOCK = '.lock';

/** Folders that this process holds, or is about to. */
const held = new Set<string>();

/** Keeps others out of a folder until the function that it gives is called. What a dead process left is taken over. */
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
  // Linked under its name with the number inside: nobody ever reads an empty lock.
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

/** Our own number in a lock that we do not hold was left by a process before us: in containers numbers come again. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
