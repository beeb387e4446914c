import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { once } from 'webpith/stages';
import { LabError } from './errors.js';
import { type Extractor, toExtraction } from './extractor.js';
import type { MethodTable } from './methods/method.js';
import { methods } from './methods/method.js';
import { methodOfModel, readModelFile } from './methods/model-file.js';
import { editDistance, symbolPair } from './metrics/sequences.js';
import { type PeerName, peers } from './peers/peers.js';
import { COMMAND, commandExtractor, commandFiles, loadRecorded } from './peers/programs.js';
import { codeFingerprint, labVersion, packageFiles, packageVersion, workspaceVersion } from './versions.js';

export interface ExtractorContext {
  readonly corpus?: string | undefined;
  /** Folder of `<corpus>.<peer>.jsonl.gz`; by default `peers` beside the corpora's folder. */
  readonly recordings?: string | undefined;
  /** URLs of modules that export more methods (`export const methods`). */
  readonly modules?: readonly string[] | undefined;
  readonly markdown?: boolean | undefined;
  /** Allows methods that start a program (`cmd: …`), which a server must not. */
  readonly commands?: boolean | undefined;
  readonly timeLimit?: number | undefined;
}

interface Entry {
  load(context: ExtractorContext): Promise<Extractor>;
  version(context: ExtractorContext): string;
  /** Files that list the corpora a shipped model was trained on. */
  readonly cards?: readonly string[];
}

const peerPackages: Readonly<Record<PeerName, string>> = {
  readability: '@mozilla/readability',
  defuddle: 'defuddle',
  'article-extractor': '@extractus/article-extractor',
};

const methodVersion = (name: string) =>
  `${labVersion([`methods/${name}`])} pith ${workspaceVersion('webpith')}`;

const CARDS: Readonly<Record<string, readonly string[]>> = {
  default: packageFiles('webpith', 'src/scores/weights/card.json'),
  small: packageFiles('webpith', 'src/scores/weights/small.card.json'),
  wide: packageFiles('@webpith/wide', 'src/weights/card.json'),
};

const entries: Readonly<Record<string, Entry>> = {
  ...mapValues(methods, (method, name) => ({
    load: async () => (await method()).load(),
    version: () => (name === 'default' ? workspaceVersion('webpith') : methodVersion(name)),
    cards: CARDS[name] ?? [],
  })),
  ...mapValues(peers, (load, name) => ({
    load,
    version: () => `${packageVersion(peerPackages[name])} lab ${labVersion(['peers'])}`,
  })),
};

export const extractorNames: readonly string[] = Object.keys(entries);

export const extractors: Readonly<Record<string, Extractor>> = mapValues(entries, (entry, name) =>
  lazyExtractor(name, () => entry.load({})),
);

export async function extractorOfModel(file: unknown, modules: readonly string[] = []): Promise<Extractor> {
  const name = methodOfModel(file);
  if (name === 'default') return extractorOfLibraryModel(file);
  const tables = [methods, ...(await Promise.all(modules.map(methodsOfModule)))];
  const table = tables.find(known => Object.hasOwn(known, name));
  if (table === undefined) {
    const message = `The model belongs to the method “${name}”, which is not installed. Methods of papers: npm install @webpith/papers.`;
    throw new LabError('bad-model', message);
  }
  return await (await table[name]!()).load(file);
}

async function extractorOfLibraryModel(file: unknown): Promise<Extractor> {
  const { extract, loadModel } = await import('webpith');
  const model = loadModel(file);
  return {
    name: 'default',
    extract: page => toExtraction(extract(page.tree ?? page.html, { model, url: page.url })),
  };
}

export function lazyExtractors(methods: MethodTable): Record<string, Extractor> {
  return mapValues(methods, (method, name) => lazyExtractor(name, async () => (await method()).load()));
}

function lazyExtractor(name: string, load: () => Promise<Extractor>): Extractor {
  const loaded = once(load);
  return { name, extract: async page => (await loaded()).extract(page) };
}

/** Loads an extractor by name: a method, a peer, `recorded:<peer>`, or the path of a model file or of a module. */
export async function loadExtractor(name: string, context: ExtractorContext = {}): Promise<Extractor> {
  return (await entryOf(name, context)).load(context);
}

/** A version that changes whenever the extractor's results may change. Rejects an unknown name. */
export async function extractorVersion(name: string, context: ExtractorContext = {}): Promise<string> {
  return (await entryOf(name, context)).version(context);
}

/** `seen` if the card of the shipped model lists the digest of the corpus, `maybe` if it lists a corpus of its name. */
export async function trainedOn(
  method: string,
  corpus: { readonly name: string; readonly digest: string },
  context: ExtractorContext = {},
): Promise<'seen' | 'maybe' | undefined> {
  const { cards = [] } = await entryOf(method, context);
  const texts = cards.filter(file => existsSync(file)).map(cardText);
  if (texts.some(text => text.includes(corpus.digest))) return 'seen';
  const names = [`"name":"${corpus.name}"`, `"corpus":"${corpus.name}"`];
  return texts.some(text => names.some(name => text.includes(name))) ? 'maybe' : undefined;
}

function cardText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().replace(/\s+/g, '');
}

export function isModulePath(name: string): boolean {
  return /[/\\]/.test(name) && /\.[cm]?js$/.test(name);
}

export function isModelPath(name: string): boolean {
  return /[/\\]/.test(name) && /\.json(?:\.gz)?$/.test(name);
}

async function entryOf(name: string, { modules = [], commands }: ExtractorContext): Promise<Entry> {
  if (Object.hasOwn(entries, name)) return entries[name]!;
  if (name.startsWith('recorded:')) return recordedEntry(name);
  if (isModulePath(name)) return moduleEntry(name);
  if (isModelPath(name)) return modelEntry(name, modules);
  if (COMMAND.test(name)) return commandEntry(name, commands);
  const more = await Promise.all(modules.map(methodEntries));
  const found = more.find(table => Object.hasOwn(table, name));
  if (found) return found[name]!;
  const near = [
    ...extractorNames,
    ...more.flatMap(Object.keys),
    'recorded:<peer>',
    './model.json',
    './module.mjs',
    'cmd: <program>',
  ];
  const distance = new Map(near.map(known => [known, editDistance(symbolPair([...name], [...known]))]));
  near.sort((a, b) => distance.get(a)! - distance.get(b)!);
  const elsewhere =
    modules.length > 0 ? '' : ' Methods of papers are in another package: npm install @webpith/papers.';
  const message = `Unknown extractor “${name}”. Available, nearest first: ${near.join(', ')}.${elsewhere}`;
  throw new LabError('bad-option', message);
}

async function methodEntries(address: string): Promise<Record<string, Entry>> {
  const version = () => moduleVersion(address);
  const models = fileURLToPath(new URL('../models', address));
  return mapValues(await methodsOfModule(address), (method, name) => ({
    load: async () => (await method()).load(),
    version,
    cards: [join(models, `${name}.json.gz`)],
  }));
}

async function methodsOfModule(address: string): Promise<MethodTable> {
  return ((await import(address)) as { readonly methods: MethodTable }).methods;
}

function moduleVersion(address: string): string {
  const folders = ['.', '../models'].map(folder => fileURLToPath(new URL(folder, address)));
  return `${codeFingerprint(folders)} pith ${workspaceVersion('webpith')}`;
}

function modelEntry(name: string, modules: readonly string[]): Entry {
  const file = resolve(name);
  return {
    load: async () => ({ ...(await extractorOfModel(await readModelFile(file), modules)), name }),
    version: () =>
      `model ${codeFingerprint([file])} ${[labVersion(['methods']), ...modules.map(moduleVersion)].join(' ')} pith ${workspaceVersion('webpith')}`,
  };
}

function commandEntry(name: string, isAllowed = false): Entry {
  if (!isAllowed) {
    throw new LabError(
      'bad-option',
      `“${name}” starts a program, which only pith eval may do. Use a method by name.`,
    );
  }
  return {
    load: async ({ timeLimit }) => commandExtractor(name, timeLimit),
    version: () => `program ${codeFingerprint(commandFiles(name))}`,
  };
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
