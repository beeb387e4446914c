import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MAX_PAGE_BYTES, pagesFile } from './read.js';
import { writeAtomically } from './write.js';

/**
 * SHA-256 over `pages.jsonl` and the bytes of every page in order of file name. Pages are hashed decompressed: packing
 * a corpus anew with another gzip does not change its digest. Labels are no part of it.
 */
export async function corpusDigest(dir: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(await pagesFile(dir))) hash.update(chunk as Uint8Array);
  for (const name of await htmlNames(dir)) {
    hash.update(`\n${name}\n`).update(await contentDigest(join(dir, 'html', name)));
  }
  return hash.digest('hex');
}

/** Digests of corpora by folder, with the fingerprint of the files they were made from. */
type DigestCache = Record<string, { readonly fingerprint: string; readonly digest: string }>;

/**
 * `corpusDigest`, remembered in a file: as long as names, sizes and modification times are the same, nothing is read
 * again. A cache that cannot be read or written costs only time.
 */
export async function cachedCorpusDigest(dir: string, cacheFile = defaultCacheFile()): Promise<string> {
  const key = resolve(dir);
  const fingerprint = await corpusFingerprint(dir);
  const cache = await readCache(cacheFile);
  const known = Object.hasOwn(cache, key) ? cache[key] : undefined;
  if (known?.fingerprint === fingerprint && typeof known.digest === 'string') return known.digest;
  const digest = await corpusDigest(dir);
  try {
    await mkdir(dirname(cacheFile), { recursive: true });
    await writeAtomically(cacheFile, JSON.stringify({ ...cache, [key]: { fingerprint, digest } }));
  } catch {
    // Read-only homes are common in containers.
  }
  return digest;
}

async function corpusFingerprint(dir: string): Promise<string> {
  const hash = createHash('sha256');
  const add = async (into: Hash, file: string) => {
    const { size, mtimeMs } = await stat(file);
    into.update(`${file}\n${size} ${mtimeMs}\n`);
  };
  await add(hash, await pagesFile(dir));
  for (const name of await htmlNames(dir)) await add(hash, join(dir, 'html', name));
  return hash.digest('hex');
}

async function htmlNames(dir: string): Promise<string[]> {
  const names = await readdir(join(dir, 'html')).catch(() => []);
  return names.filter(name => name.endsWith('.html.gz')).sort();
}

/** A file that is not whole gzip is hashed as it is: a broken corpus has a digest too, and another one. */
async function contentDigest(file: string): Promise<Buffer> {
  const compressed = await readFile(file);
  const hash = createHash('sha256');
  try {
    hash.update(gunzipSync(compressed, { maxOutputLength: MAX_PAGE_BYTES }));
  } catch {
    hash.update('broken').update(compressed);
  }
  return hash.digest();
}

async function readCache(file: string): Promise<DigestCache> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DigestCache) : {};
  } catch {
    return {};
  }
}

function defaultCacheFile(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pith', 'corpus-digests.json');
}
