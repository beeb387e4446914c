import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { once } from 'webpith/stages';
import { LabError } from './errors.js';
import type { Extractor } from './extractor.js';
import type { MethodTable } from './methods/method.js';
import { methods } from './methods/table.js';
import { editDistance } from './metrics/levenshtein.js';
import { symbolPair } from './metrics/symbols.js';
import { type PeerName, peers } from './peers/peers.js';
import { loadRecorded } from './peers/recorded.js';
import { codeFingerprint, labVersion, packageVersion, workspaceVersion } from './versions.js';

export interface ExtractorContext {
  readonly corpus?: string | undefined;
  /** Folder of `<corpus>.<peer>.jsonl.gz`; by default `peers` beside the corpora's folder. */
  readonly recordings?: string | undefined;
  /** URLs of modules that export more methods (`export const methods`). */
  readonly modules?: readonly string[] | undefined;
  /** Peers also return Markdown, which takes longer. */
  readonly markdown?: boolean | undefined;
}

interface Entry {
  load(context: ExtractorContext): Promise<Extractor>;
  version(context: ExtractorContext): string;
}

const peerPackages: Readonly<Record<PeerName, string>> = {
  readability: '@mozilla/readability',
  defuddle: 'defuddle',
  'article-extractor': '@extractus/article-extractor',
};

const methodVersion = (name: string) =>
  `${labVersion([`methods/${name}`, `../models/${name}.json.gz`])} pith ${workspaceVersion('webpith')}`;

const entries: Readonly<Record<string, Entry>> = {
  ...mapValues(methods, (method, name) => ({
    load: async () => (await method()).load(),
    version: () => (name === 'default' ? workspaceVersion('webpith') : methodVersion(name)),
  })),
  ...mapValues(peers, (load, name) => ({
    load,
    version: () => `${packageVersion(peerPackages[name])} lab ${labVersion(['peers'])}`,
  })),
};

/** Names of the lab's methods and peers; excludes `recorded:<peer>`, methods of modules and module paths. */
export const extractorNames: readonly string[] = Object.keys(entries);

export const extractors: Readonly<Record<string, Extractor>> = mapValues(entries, (entry, name) =>
  lazyExtractor(name, () => entry.load({})),
);

export function lazyExtractors(methods: MethodTable): Record<string, Extractor> {
  return mapValues(methods, (method, name) => lazyExtractor(name, async () => (await method()).load()));
}

function lazyExtractor(name: string, load: () => Promise<Extractor>): Extractor {
  const loaded = once(load);
  return { name, extract: async page => (await loaded()).extract(page) };
}

/**
 * Loads an extractor by name: a method with its shipped model (`default` is the library), a peer,
 * `recorded:<peer>` (recorded output of another program), or the path of a JavaScript module whose default
 * export is an Extractor (`./mine.mjs`).
 */
export async function loadExtractor(name: string, context: ExtractorContext = {}): Promise<Extractor> {
  return (await entryOf(name, context)).load(context);
}

/** A version that changes whenever the extractor's results may change. Rejects an unknown name. */
export async function extractorVersion(name: string, context: ExtractorContext = {}): Promise<string> {
  return (await entryOf(name, context)).version(context);
}

export function isModulePath(name: string): boolean {
  return /[/\\]/.test(name) && /\.[cm]?js$/.test(name);
}

async function entryOf(name: string, { modules = [] }: ExtractorContext): Promise<Entry> {
  if (Object.hasOwn(entries, name)) return entries[name]!;
  if (name.startsWith('recorded:')) return recordedEntry(name);
  if (isModulePath(name)) return moduleEntry(name);
  const more = await Promise.all(modules.map(methodEntries));
  const found = more.find(table => Object.hasOwn(table, name));
  if (found) return found[name]!;
  const near = [...extractorNames, ...more.flatMap(Object.keys), 'recorded:<peer>', './module.mjs'];
  const distance = new Map(near.map(known => [known, editDistance(symbolPair([...name], [...known]))]));
  near.sort((a, b) => distance.get(a)! - distance.get(b)!);
  const elsewhere =
    modules.length > 0 ? '' : ' Methods of papers are in another package: npm install @webpith/papers.';
  const message = `Unknown extractor “${name}”. Available, nearest first: ${near.join(', ')}.${elsewhere}`;
  throw new LabError('bad-option', message);
}

/** Methods of a module; their version covers all code and models of its package. */
async function methodEntries(address: string): Promise<Record<string, Entry>> {
  const { methods } = (await import(address)) as { readonly methods: MethodTable };
  const folders = ['.', '../models'].map(folder => fileURLToPath(new URL(folder, address)));
  const version = () => `${codeFingerprint(folders)} pith ${workspaceVersion('webpith')}`;
  return mapValues(methods, method => ({ load: async () => (await method()).load(), version }));
}

function recordedEntry(name: string): Entry {
  return {
    load: async context => loadRecorded(name, recordingFile(name, context)),
    version: context => `recording ${codeFingerprint([recordingFile(name, context)])}`,
  };
}

function recordingFile(name: string, { corpus, recordings }: ExtractorContext): string {
  const peer = name.slice('recorded:'.length);
  if (corpus === undefined || !/^[\w.-]+$/.test(peer)) {
    const message = `“${name}” needs the name of a peer, such as recorded:trafilatura, and the corpus of its outputs.`;
    throw new LabError('bad-option', message);
  }
  const folder = recordings ?? join(dirname(resolve(corpus)), '..', 'peers');
  const plain = join(folder, `${basename(resolve(corpus))}.${peer}.jsonl`);
  const file = [`${plain}.gz`, plain].find(existsSync);
  if (file) return file;
  throw new LabError('bad-recording', `No recorded outputs of “${peer}”: ${plain}.gz does not exist.`);
}

function moduleEntry(name: string): Entry {
  const file = resolve(name);
  return {
    async load() {
      const module = (await import(pathToFileURL(file).href)) as { readonly default?: Partial<Extractor> };
      const extractor = module.default;
      if (typeof extractor?.extract === 'function')
        return { name, extract: page => extractor.extract!(page) };
      const message = `${file}: expected a default export with a function “extract(page)”, got ${typeof extractor}.`;
      throw new LabError('bad-option', message);
    },
    version: () => `module ${codeFingerprint([file])}`,
  };
}

function mapValues<K extends string, V, W>(
  table: Readonly<Record<K, V>>,
  map: (value: V, key: K) => W,
): Record<K, W> {
  return Object.fromEntries(
    (Object.entries(table) as [K, V][]).map(([key, value]) => [key, map(value, key)]),
  ) as Record<K, W>;
}
