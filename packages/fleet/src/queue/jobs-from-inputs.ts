import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  addressesOfList,
  addressesOfSitemap,
  type Input,
  type InputKind,
  inputOf,
  isRemote,
  type ListedAddress,
} from '@webpith/sources';
import { FleetError } from '../errors.js';
import { batches, jobsFromUrls } from './enqueue.js';
import { defaultJobPages, type JobSpec } from './jobs.js';

export interface CutOptions {
  /** Root folder of the workers' object store. */
  readonly root: string;
  /** Addresses or objects per job. Default: 100. */
  readonly perJob?: number;
  /** Bytes of a WARC file per job. Default: 4 MB, about a hundred pages. */
  readonly rangeSize?: number;
  /** Allow private and loopback addresses of sitemaps. */
  readonly allowPrivate?: boolean;
}

const defaultRangeSize = 4_000_000;

type Cutter = (path: string, options: CutOptions) => AsyncIterable<JobSpec>;

const cutters: Readonly<Record<InputKind, Cutter>> = {
  warc: rangesOf,
  paths: refused,
  urls: (path, { perJob }) => jobsFromUrls(urlsOf(addressesOfList(path)), perJob),
  sitemap: (path, options) => jobsFromUrls(urlsOf(addressesOfSitemap(path, options)), options.perJob),
  address: path => jobsFromUrls([path]),
  page: objectOf,
  ndjson: objectOf,
  folder: jobsOfFolder,
  corpus: jobsOfFolder,
};

/** Yields the jobs for files and folders below the root, URL lists, sitemaps and addresses. */
export async function* jobsFromInputs(
  paths: readonly string[],
  options: CutOptions,
): AsyncGenerator<JobSpec> {
  const inputs: Input[] = [];
  for (const path of paths) inputs.push(await inputOf(path)); // reject bad inputs before queueing any
  const addresses = inputs.filter(({ kind }) => kind === 'address').map(({ path }) => path);
  yield* jobsFromUrls(addresses, options.perJob);
  for (const { kind, path } of inputs) if (kind !== 'address') yield* cutters[kind](path, options);
}

async function* urlsOf(listed: AsyncIterable<ListedAddress>): AsyncGenerator<string> {
  for await (const { url } of listed) yield url;
}

/** Adjacent ranges; a record belongs to the range it begins in. */
async function* rangesOf(
  path: string,
  { root, rangeSize = defaultRangeSize }: CutOptions,
): AsyncGenerator<JobSpec> {
  if (isRemote(path)) refused(path);
  const key = await keyOf(path, root);
  const { size } = await stat(path);
  for (let offset = 0; offset < size; offset += rangeSize) {
    yield { kind: 'warc', key, offset, length: Math.min(rangeSize, size - offset) };
  }
}

/** Workers read from their object store; only a batch reads remote files. */
function refused(path: string): never {
  const message = `expected files that workers have in their store, got ${path} on another machine; read it with pith batch, or copy it into the store`;
  throw new FleetError('bad-input', message);
}

async function* objectOf(path: string, { root }: CutOptions): AsyncGenerator<JobSpec> {
  yield { kind: 'objects', keys: [await keyOf(path, root)] };
}

/** WARC files become ranges, other files one job each, pages are grouped. */
async function* jobsOfFolder(folder: string, options: CutOptions): AsyncGenerator<JobSpec> {
  const pages: string[] = [];
  for await (const { kind, path } of filesOf(folder)) {
    if (kind === 'page') pages.push(path);
    else if (kind === 'warc' || kind === 'ndjson') yield* cutters[kind](path, options);
  }
  for await (const paths of batches(pages, options.perJob ?? defaultJobPages)) {
    yield { kind: 'objects', keys: await Promise.all(paths.map(path => keyOf(path, options.root))) };
  }
}

async function* filesOf(folder: string): AsyncGenerator<Input> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) {
    const input = await inputOf(path).catch(() => undefined); // ignore files of other kinds
    if (input !== undefined) yield input;
  }
}

/** The key of a file in the object store. */
async function keyOf(path: string, root: string): Promise<string> {
  const key = relative(await realpath(root), await realpath(path))
    .split(sep)
    .join('/');
  if (key !== '' && !key.startsWith('../') && !/^([A-Za-z]:|\/)/.test(key)) return key;
  throw new FleetError(
    'bad-input',
    `expected inputs below ${root}, which workers read from, but ${path} is not; give another --root`,
  );
}
