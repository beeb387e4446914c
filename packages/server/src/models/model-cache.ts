import { createHash } from 'node:crypto';
import type { Extractor } from '@webpith/lab';
import { modelData, promotedModel, readSetting, readStoredModel, type Store } from '@webpith/store';
import type { ModelFile } from 'webpith';
import { extractorFromModel } from '../extraction/methods.js';
import { LruCache, loadThrough } from '../lru-cache.js';
import { notFound, Problem } from '../problem.js';
import { inSharedMemory, type SharedModel } from './shared-model.js';

export type { SharedModel } from './shared-model.js';

export interface ModelCache {
  /** Throws a problem if the model does not exist. */
  shared(id: string): Promise<SharedModel>;
  /** Throws a problem if the model does not exist or cannot be read. */
  extractor(id: string): Promise<Extractor>;
  /** The model used for a method by default. */
  promoted(method: string): Promise<string | undefined>;
  /** The model used if a request has neither model nor method. */
  answering(): Promise<string | undefined>;
  /** The model file passed at the start, if it has this id. */
  given(id: string): ModelFile | undefined;
  forget(id: string): void;
}

/** Derived from the weights, so that clients notice a change. */
function idOf({ weights }: ModelFile): string {
  return `given-${createHash('sha256').update(JSON.stringify(weights)).digest('hex').slice(0, 16)}`;
}

/**
 * Reads models from the store and caches a few. The model passed at the start is the default unless the store has one.
 */
export function modelCache(store: Store, given?: ModelFile): ModelCache {
  const own = given && inSharedMemory({ id: idOf(given), name: given.name, method: 'default' }, given);
  const kept = new LruCache<Promise<SharedModel>>({ entries: 8 });
  const shared = (id: string) => {
    if (own !== undefined && id === own.id) return Promise.resolve(own);
    return loadThrough(kept, id, () => sharedModel(store, id));
  };
  return {
    shared,
    extractor: async id => await extractorFromModel(await shared(id)),
    promoted: method => promotedModel(store, method),
    answering: async () => (await answeringModel(store)) ?? own?.id,
    given: id => (id === own?.id ? given : undefined),
    forget: id => kept.delete(id),
  };
}

/** Setting with the id of the answering model. */
export const ANSWERING = 'answering model';

/** The answering model; undefined if it was removed. */
export async function answeringModel(store: Store): Promise<string | undefined> {
  const id = await readSetting(store, ANSWERING);
  return id !== undefined && (await readStoredModel(store, id)) !== undefined ? id : undefined;
}

async function sharedModel(store: Store, id: string): Promise<SharedModel> {
  const model = await readStoredModel(store, id);
  if (model === undefined) throw noModel(id);
  const { name, method } = model;
  return inSharedMemory({ id, name, method }, await modelData(store, id));
}

/** The method whose models produce whole articles. */
const ANSWERS = 'adapted';

/** Throws a problem if the model does not exist or produces no articles. */
export async function modelToAnswer(store: Store, id: string) {
  const model = await readStoredModel(store, id);
  if (model === undefined) throw noModel(id);
  if (model.method === ANSWERS) return model;
  throw new Problem(
    'bad-request',
    `The model belongs to the method ${model.method}, which does not produce articles.`,
    `Use a model of the method ${ANSWERS}.`,
  );
}

export function noModel(id: string): Problem {
  return notFound('model', id, 'Choose an existing model.');
}
