import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { asObject, writeAtomically } from './files.js';
import { MAX_PAGE_BYTES, pagesFile } from './read.js';

/** SHA-256 of `pages.jsonl`, the decompressed pages and the gold Markdown, sorted by file name. Excludes labels. */
export async function corpusDigest(dir: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(await pagesFile(dir))) hash.update(chunk as Uint8Array);
  for (const name of await htmlNames(dir)) {
    hash.update(`\n${name}\n`).update(await contentDigest(join(dir, 'html', name)));
  }
  for (const name of await markdownNames(dir)) {
    hash.update(`\n${name}\n`).update(await readFile(join(dir, 'gold', name)));
  }
  return hash.digest('hex');
}

type DigestCache = Record<string, { readonly fingerprint: string; readonly digest: string }>;

/** `corpusDigest` cached in a file while names, sizes and modification times do not change. */
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
  } catch {}
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
  for (const name of await markdownNames(dir)) await add(hash, join(dir, 'gold', name));
  return hash.digest('hex');
}

const htmlNames = (dir: string) => namesIn(join(dir, 'html'), '.html.gz');
const markdownNames = (dir: string) => namesIn(join(dir, 'gold'), '.md');

async function namesIn(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(name => name.endsWith(ending)).sort();
}

/** A broken file is hashed compressed, so a broken corpus has a digest of its own. */
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
    return (asObject(JSON.parse(await readFile(file, 'utf8'))) ?? {}) as DigestCache;
  } catch {
    return {};
  }
}

function defaultCacheFile(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pith', 'corpus-digests.json');
}
