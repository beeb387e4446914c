import {
  type Extractor,
  isTrainable,
  methods as labMethods,
  loadExtractor,
  type Method,
  type MethodTable,
  peers,
  type TrainableMethod,
} from '@webpith/lab';
import { once } from 'webpith/stages';
import type { MethodInfo } from '../api/extract.js';
import { LruCache, loadThrough } from '../lru-cache.js';
import { notFound, Problem } from '../problem.js';
import { jsonOf, type SharedModel } from './page.js';

/** Loads `@webpith/papers`; undefined if the package is not installed. */
export const loadPapers: () => Promise<typeof import('@webpith/papers') | undefined> = once(() =>
  import('@webpith/papers').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ERR_MODULE_NOT_FOUND' && cause.message.includes("'@webpith/papers'"))
      return undefined;
    throw cause;
  }),
);

export async function chooseAnother(): Promise<string> {
  const more = (await loadPapers()) ? '' : ' For methods of papers, install @webpith/papers on the server.';
  return `Choose another method.${more}`;
}

async function methodTable(): Promise<MethodTable> {
  return { ...labMethods, ...(await loadPapers())?.methods };
}

async function findMethod(name: string): Promise<Method | undefined> {
  const methods = await methodTable();
  return Object.hasOwn(methods, name) ? await methods[name]!() : undefined;
}

export async function loadMethod(name: string): Promise<Extractor> {
  return (await findMethod(name))?.load() ?? loadExtractor(name);
}

export const listMethods: () => Promise<MethodInfo[]> = once(readMethods);

export async function trainableMethod(name: string): Promise<TrainableMethod | undefined> {
  const method = await findMethod(name);
  return method && isTrainable(method) ? method : undefined;
}

export async function trainableMethods(): Promise<TrainableMethod[]> {
  return (await loadAll()).filter(isTrainable);
}

const loadAll = async () => Promise.all(Object.values(await methodTable()).map(load => load()));

async function readMethods(): Promise<MethodInfo[]> {
  const { baselines = {} } = (await loadPapers()) ?? {};
  const own = (await loadAll()).map(
    ({ name, title, own, labels }): MethodInfo => ({
      name,
      title,
      kind: Object.hasOwn(baselines, name) ? 'baseline' : 'method',
      trainable: own !== undefined,
      labels: labels && [...labels],
    }),
  );
  const others = Object.keys(peers).map(
    (name): MethodInfo => ({ name, title: name, kind: 'rival', trainable: false }),
  );
  return [...own, ...others];
}

/** All methods stay loaded, since there are few. Of the trained models, only the four used last do. */
const methods = new LruCache<Promise<Extractor>>({ entries: Number.POSITIVE_INFINITY });
const models = new LruCache<Promise<Extractor>>({ entries: 4 });

export async function extractorOf(method: string, model: SharedModel | undefined): Promise<Extractor> {
  if (model !== undefined) return loadThrough(models, model.id, () => extractorFromModel(model));
  if (!(await listMethods()).some(({ name }) => name === method))
    throw notFound('method', method, await chooseAnother());
  return loadThrough(methods, method, () => loadMethod(method));
}

/** The extractor of a trained model; throws if this version cannot read the file. */
export async function loadTrained(method: string, file: unknown): Promise<Extractor> {
  const trainable = await trainableMethod(method);
  if (trainable === undefined) throw new Error(`no trainable method is named ${method}.`);
  return await trainable.load(file);
}

async function extractorFromModel(model: SharedModel): Promise<Extractor> {
  const { id, method } = model;
  try {
    return await loadTrained(method, jsonOf(model));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem(
      'unprocessable',
      `This version cannot read the model ${id}: ${reason}`,
      'Train it again.',
      { cause },
    );
  }
}
