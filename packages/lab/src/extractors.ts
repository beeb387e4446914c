import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { baselines } from './baselines/table.js';
import { LabError } from './errors.js';
import type { Extractor } from './extractor.js';
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

// Baselines read pages with the library's parser, so its code is part of their version; PR is a part of the swarm.
const baselineParts = ['baselines', 'methods/swarm/blocks.js', 'methods/swarm/elements.js'];
const baselineVersion = () => `${labVersion(baselineParts)} pith ${workspaceVersion('webpith')}`;

// A method reads its model from a file of the package; a variant lives in the folder of its method.
const methodVersion = (name: string) =>
  `${labVersion([`methods/${name.replace(/-plus$/, '')}`, `../models/${name}.json.gz`])} pith ${workspaceVersion('webpith')}`;

/** Every extractor that has a name of its own. */
const entries: Readonly<Record<string, Entry>> = {
  ...mapValues(methods, (method, name) => ({
    load: async () => (await method()).load(),
    version: () => (name === 'default' ? workspaceVersion('webpith') : methodVersion(name)),
  })),
  ...mapValues(baselines, baseline => ({ load: async () => baseline.create(), version: baselineVersion })),
  ...mapValues(rivals, (load, name) => ({
    load,
    version: () => `${packageVersion(rivalPackages[name])} lab ${labVersion(['rivals'])}`,
  })),
};

/** Names of all extractors but those that a file makes (`recorded:<peer>`, a module). */
export const extractorNames: readonly string[] = Object.keys(entries);

/** Name → extractor that loads what it needs when it sees its first page. */
export const extractors: Readonly<Record<string, Extractor>> = mapValues(entries, (entry, name) => {
  let loaded: Promise<Extractor> | undefined;
  return {
    name,
    async extract(page) {
      loaded ??= entry.load({});
      return (await loaded).extract(page);
    },
  };
});

/**
 * The extractor of that name: a method with its shipped model (`default` is the library), a baseline, a rival, `recorded:<peer>` (what another program
 * printed), or the path of a JavaScript module whose default export is an Extractor (`./mine.mjs`).
 */
export function loadExtractor(name: string, context: ExtractorContext = {}): Promise<Extractor> {
  return entryOf(name).load(context);
}

/** Changes whenever the extractor of that name may give other results. Throws for an unknown name. */
export function extractorVersion(name: string, context: ExtractorContext = {}): string {
  return entryOf(name).version(context);
}

function entryOf(name: string): Entry {
  if (Object.hasOwn(entries, name)) return entries[name]!;
  if (name.startsWith('recorded:')) return recordedEntry(name);
  if (/[/\\]/.test(name) && /\.[cm]?js$/.test(name)) return moduleEntry(name);
  const near = [...extractorNames, 'recorded:<peer>', './module.mjs'];
  const distance = new Map(near.map(known => [known, editDistance(symbolPair([...name], [...known]))]));
  near.sort((a, b) => distance.get(a)! - distance.get(b)!);
  const message = `There is no extractor “${name}”. Expected one of (nearest first): ${near.join(', ')}.`;
  throw new LabError('bad-option', message);
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
