import { recordsOfCorpus } from './corpus.js';
import { recordsOfAddresses } from './fetched.js';
import { recordsOfFolder, recordsOfPage } from './folder.js';
import { type Input, type InputKind, inputOf } from './input.js';
import { recordsOfNdjson } from './ndjson.js';
import { recordsOfPaths } from './paths.js';
import type { PageRecord, ReadOptions } from './record.js';
import { addressesOfSitemap } from './sitemap.js';
import { addressesOfList } from './url-list.js';
import { recordsOfWarc } from './warc/read.js';

type Reader = (path: string, options: ReadOptions) => AsyncIterable<PageRecord>;

/** How each kind of input is read. */
const READERS: Readonly<Record<InputKind, Reader>> = {
  warc: (path, options) => recordsOfWarc(path, {}, options),
  paths: recordsOfPaths,
  folder: recordsOfFolder,
  ndjson: recordsOfNdjson,
  corpus: recordsOfCorpus,
  sitemap: (path, options) => recordsOfAddresses(addressesOfSitemap(path, options), options),
  urls: (path, options) => recordsOfAddresses(addressesOfList(path, options), options),
  page: recordsOfPage,
  address: (path, options) => recordsOfAddresses(onlyAddress(path, options), options),
};

async function* onlyAddress(url: string, { after }: ReadOptions) {
  if (after === undefined) yield { url, source: { file: url, offset: 0, length: 0 } };
}

/** The pages of an input, in an order that is the same in every run, from its start or from behind a place. */
export async function* recordsOf(
  input: string | Input,
  options: ReadOptions = {},
): AsyncGenerator<PageRecord> {
  const { kind, path } = typeof input === 'string' ? await inputOf(input) : input;
  yield* READERS[kind](path, options);
}
