import type { Extractor } from '@webpith/lab';
import { jsonOf, type SharedModel } from '../models/shared-model.js';
import { notFound, Problem } from '../problem.js';
import { chooseAnother, listMethods, loadMethod, trainableMethod } from './methods.js';

/** Extractors that were made from a model and may be asked for again, the latest last. */
const MOST_MODELS = 4;
const methods = new Map<string, Promise<Extractor>>();
const models = new Map<string, Promise<Extractor>>();

/** The extractor of a method with its shipped model, or with a trained one; each is made once a thread. */
export async function extractorOf(method: string, model: SharedModel | undefined): Promise<Extractor> {
  if (model !== undefined) return ofModel(model);
  if (!(await listMethods()).some(({ name }) => name === method)) throw await unknownMethod(method);
  const known = methods.get(method) ?? loadMethod(method);
  methods.set(method, known);
  known.catch(() => methods.delete(method));
  return known;
}

function ofModel(model: SharedModel): Promise<Extractor> {
  const known = models.get(model.id) ?? extractorFromModel(model);
  models.delete(model.id);
  models.set(model.id, known);
  known.catch(() => models.delete(model.id));
  for (const id of models.keys()) {
    if (models.size <= MOST_MODELS) break;
    models.delete(id);
  }
  return known;
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
