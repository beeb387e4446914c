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

/** How inputs are cut into jobs; what is left out takes the default. */
export interface CutOptions {
  /** The folder that workers know as the object store. */
  readonly root: string;
  /** Most addresses or objects in a job. Default: 100. */
  readonly perJob?: number;
  /** Bytes of a WARC file in a job. Default: 4 MB, about a hundred pages. */
  readonly rangeSize?: number;
  /** For sitemaps: whether private and loopback addresses may be asked. */
  readonly allowPrivate?: boolean;
}

/** Bytes of a WARC file in a job when nothing else is said. */
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

/** The jobs of some inputs: files and folders below the root, lists of addresses, sitemaps, addresses. */
export async function* jobsFromInputs(
  paths: readonly string[],
  options: CutOptions,
): AsyncGenerator<JobSpec> {
  const inputs: Input[] = [];
  for (const path of paths) inputs.push(await inputOf(path)); // one that is wrong is found before any is queued
  const addresses = inputs.filter(({ kind }) => kind === 'address').map(({ path }) => path);
  yield* jobsFromUrls(addresses, options.perJob);
  for (const { kind, path } of inputs) if (kind !== 'address') yield* cutters[kind](path, options);
}

async function* urlsOf(listed: AsyncIterable<ListedAddress>): AsyncGenerator<string> {
  for await (const { url } of listed) yield url;
}

/** Ranges side by side: each record belongs to the one that it begins in. */
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

/** Workers read from their object store; a batch reads where the data is. */
function refused(path: string): never {
  const message = `expected files that workers have in their store, got ${path} on another machine; read it with pith batch, or copy it into the store`;
  throw new FleetError('bad-input', message);
}

async function* objectOf(path: string, { root }: CutOptions): AsyncGenerator<JobSpec> {
  yield { kind: 'objects', keys: [await keyOf(path, root)] };
}

/** The files below a folder: WARC files in ranges, files of pages one to a job, pages many to a job. */
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
    const input = await inputOf(path).catch(() => undefined); // files of other kinds lie about
    if (input !== undefined) yield input;
  }
}

/** A file's name in the object store. */
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
