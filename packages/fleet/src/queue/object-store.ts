import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FleetError } from '../errors.js';
import { hiddenName } from '../output/folder.js';
import { syncFolder } from '../output/shard.js';

export interface ObjectStore {
  readonly place: string;
  get(key: string): Promise<string>;
  has(key: string): Promise<boolean>;
  /** Writes a whole object or, if `bytes` fails, nothing. Returns false if the object existed, and keeps that. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean>;
  tidy(key: string): Promise<void>;
}

export function folderStore(root: string): ObjectStore {
  return {
    place: root,
    async get(key) {
      const path = join(root, checkedKey(key));
      if (await isFile(path)) return path;
      throw new FleetError('bad-input', `${key} is not in ${root}; check --root`);
    },
    has: key => isFile(join(root, checkedKey(key))),
    async put(key, bytes) {
      const path = join(root, checkedKey(key));
      await mkdir(dirname(path), { recursive: true });
      const draft = hiddenName(`${basename(path)}.${randomBytes(6).toString('hex')}.part`);
      const aside = join(dirname(path), draft);
      try {
        await writeAll(aside, bytes);
        return await claimed(aside, path);
      } finally {
        await unlink(aside).catch(() => {});
      }
    },
    async tidy(key) {
      const path = join(root, checkedKey(key));
      const own = hiddenName(`${basename(path)}.`);
      const names = await readdir(dirname(path));
      const left = names.filter(name => name.startsWith(own) && name.endsWith('.part'));
      await Promise.all(left.map(name => unlink(join(dirname(path), name)).catch(() => {})));
    },
  };
}

function checkedKey(key: string): string {
  const parts = key.split('/');
  const isInside = parts.every(part => part !== '' && part !== '.' && part !== '..') && !/[\0\\]/.test(key);
  if (isInside) return key;
  throw new FleetError(
    'bad-input',
    `expected a key such as folder/file.warc.gz, got ${JSON.stringify(key.slice(0, 200))}; give a path below the root, without . and ..`,
  );
}

async function writeAll(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for await (const chunk of bytes) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

const NO_LINK_CODES: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Gives a file its final name unless that is taken. Links fail in that case, while renames would overwrite. */
async function claimed(aside: string, path: string): Promise<boolean> {
  try {
    await link(aside, path);
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || (code === 'ENOENT' && (await isFile(path)))) return false;
    if (!NO_LINK_CODES.has(code)) throw error;
    await rename(aside, path); // file systems without links: the last writer wins, with the same pages
    return true;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}
