import type { Extractor } from '@webpith/lab';
import { LruCache, loadThrough } from '../lru-cache.js';
import { jsonOf, type SharedModel } from '../models/shared-model.js';
import { notFound, Problem } from '../problem.js';
import { chooseAnother, listMethods, loadMethod, trainableMethod } from './methods.js';

/** Extractors with the shipped models of their methods, of which there are few, and those made from a trained model. */
const methods = new LruCache<Promise<Extractor>>({ entries: Number.POSITIVE_INFINITY });
const models = new LruCache<Promise<Extractor>>({ entries: 4 });

/** The extractor of a method with its shipped model, or with a trained one; each is made once a thread. */
export async function extractorOf(method: string, model: SharedModel | undefined): Promise<Extractor> {
  if (model !== undefined) return loadThrough(models, model.id, () => extractorFromModel(model));
  if (!(await listMethods()).some(({ name }) => name === method)) throw await unknownMethod(method);
  return loadThrough(methods, method, () => loadMethod(method));
}

/** Makes the extractor of a model; a problem where this version cannot read it. */
export async function extractorFromModel(model: SharedModel): Promise<Extractor> {
  const { id, method } = model;
  try {
    const trainable = await trainableMethod(method);
    if (trainable === undefined) throw new Error(`there is no method ${method} that can be trained`);
    return await trainable.load(jsonOf(model));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem(
      'unprocessable',
      `expected a model that this version reads, got ${id}: ${reason}`,
      'Train it again.',
      { cause },
    );
  }
}

async function unknownMethod(method: string): Promise<Problem> {
  return notFound('the name of a method', method, await chooseAnother('/v1/methods'));
}
