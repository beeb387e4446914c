import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FleetError } from '../errors.js';

/** Name of the file. */
export const LOCK = '.lock';

/** Keeps other processes out of a folder until the function that it gives is called. What a dead process left is taken over. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK);
  // Linked under its name with the number inside: nobody ever reads an empty lock.
  const own = `${path}.${process.pid}`;
  await writeFile(own, String(process.pid));
  for (let attempt = 0; ; attempt++) {
    try {
      await link(own, path);
      await rm(own, { force: true });
      held.add(path);
      return async () => {
        held.delete(path);
        await rm(path, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 1) throw error;
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (held.has(path) || isAlive(holder)) {
      await rm(own, { force: true });
      const message = `expected to write to ${folder} alone, but process ${holder} does; wait for it, or if it is no batch remove ${path}`;
      throw new FleetError('in-use', message);
    }
    await rm(path, { force: true });
  }
}

/** Folders that this process holds. */
const held = new Set<string>();

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
