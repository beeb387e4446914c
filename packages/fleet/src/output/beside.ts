import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';

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
