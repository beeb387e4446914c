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
import { loadRecorded } from './rivals/recorded.js';
import { type RivalName, rivals } from './rivals/rivals.js';
import { codeFingerprint, labVersion, packageVersion, workspaceVersion } from './versions.js';

/** What an extractor may need to know before it is loaded. */
export interface ExtractorContext {
  /** Folder of the corpus it will be run on: recorded outputs belong to one. */
  readonly corpus?: string;
  /** Folder of recorded outputs (`<corpus>.<peer>.jsonl.gz`); `peers` beside the folder of the corpora when absent. */
  readonly recordings?: string;
  /** Modules, by their addresses, that give more methods (`export const methods`), such as those of papers. */
  readonly modules?: readonly string[];
}

/** One way to name extractors. */
interface Entry {
  load(context: ExtractorContext): Promise<Extractor>;
  /** Changes whenever the extractor may give other results. */
  version(context: ExtractorContext): string;
}

/** npm packages of the rivals. */
const rivalPackages: Readonly<Record<RivalName, string>> = {
  readability: '@mozilla/readability',
  defuddle: 'defuddle',
  'article-extractor': '@extractus/article-extractor',
};

// A method reads its model from a file of the package.
const methodVersion = (name: string) =>
  `${labVersion([`methods/${name}`, `../models/${name}.json.gz`])} pith ${workspaceVersion('webpith')}`;

/** Every extractor that has a name of its own. */
const entries: Readonly<Record<string, Entry>> = {
  ...mapValues(methods, (method, name) => ({
    load: async () => (await method()).load(),
    version: () => (name === 'default' ? workspaceVersion('webpith') : methodVersion(name)),
  })),
  ...mapValues(rivals, (load, name) => ({
    load,
    version: () => `${packageVersion(rivalPackages[name])} lab ${labVersion(['rivals'])}`,
  })),
};

/** Names of all extractors but those that a file makes (`recorded:<peer>`, a module). */
export const extractorNames: readonly string[] = Object.keys(entries);

/** Name → extractor that loads what it needs when it sees its first page. */
export const extractors: Readonly<Record<string, Extractor>> = mapValues(entries, (entry, name) =>
  lazyExtractor(name, () => entry.load({})),
);

/** The methods of a table as such extractors. */
export function lazyExtractors(methods: MethodTable): Record<string, Extractor> {
  return mapValues(methods, (method, name) => lazyExtractor(name, async () => (await method()).load()));
}

function lazyExtractor(name: string, load: () => Promise<Extractor>): Extractor {
  const loaded = once(load);
  return { name, extract: async page => (await loaded()).extract(page) };
}

/**
 * The extractor of that name: a method with its shipped model (`default` is the library), a rival, `recorded:<peer>` (what another program
 * printed), or the path of a JavaScript module whose default export is an Extractor (`./mine.mjs`).
 */
export async function loadExtractor(name: string, context: ExtractorContext = {}): Promise<Extractor> {
  return (await entryOf(name, context)).load(context);
}

/** Changes whenever the extractor of that name may give other results. Rejects an unknown name. */
export async function extractorVersion(name: string, context: ExtractorContext = {}): Promise<string> {
  return (await entryOf(name, context)).version(context);
}

/** Whether a name is the path of a module with an extractor. */
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
    modules.length > 0 ? '' : ' Methods of papers need another package: npm install @webpith/papers.';
  const message = `There is no extractor “${name}”. Expected one of (nearest first): ${near.join(', ')}.${elsewhere}`;
  throw new LabError('bad-option', message);
}

/** The methods of a module; their version is that of all the code and models of its package. */
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
    const message = `“${name}” needs the name of a peer (such as recorded:trafilatura) and a corpus to which its outputs belong.`;
    throw new LabError('bad-option', message);
  }
  const folder = recordings ?? join(dirname(resolve(corpus)), '..', 'peers');
  const plain = join(folder, `${basename(resolve(corpus))}.${peer}.jsonl`);
  const file = [`${plain}.gz`, plain].find(existsSync);
  if (file) return file;
  throw new LabError(
    'bad-recording',
    `There are no outputs of “${peer}”: expected ${plain}.gz. Record them there.`,
  );
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
