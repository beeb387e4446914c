import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What lies among shards and is none is named with this before it: Spark, Arrow, pandas and Hadoop pass such files over
 * when they read a folder.
 */
const PASSED_OVER = '_';

/** The name of a file that lies beside shards. */
export function beside(name: string): string {
  return `${PASSED_OVER}${name}`;
}

/** Gives files that lie in a folder under their bare names, as they did before they were named so, their new ones. */
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
