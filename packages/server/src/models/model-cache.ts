import { createHash } from 'node:crypto';
import type { Extractor } from '@webpith/lab';
import { modelData, promotedModel, readSetting, readStoredModel, type Store } from '@webpith/store';
import type { ModelFile } from 'webpith';
import { extractorFromModel } from '../extraction/methods.js';
import { LruCache, loadThrough } from '../lru-cache.js';
import { notFound, Problem } from '../problem.js';
import { inSharedMemory, type SharedModel } from './shared-model.js';

export type { SharedModel } from './shared-model.js';

/** Trained models, ready to extract. */
export interface ModelCache {
  /** A model for threads; a problem where there is none of that id. */
  shared(id: string): Promise<SharedModel>;
  /** The extractor of a model; a problem where there is none, or where this version cannot read it. */
  extractor(id: string): Promise<Extractor>;
  /** The model that answers for a method where none is named. */
  promoted(method: string): Promise<string | undefined>;
  /** The model that answers where neither model nor method is named, if there is one. */
  answering(): Promise<string | undefined>;
  /** The file of the model that the server was started with, where the id is its own. */
  given(id: string): ModelFile | undefined;
  /** Forgets what is kept of a model that changed or is gone. */
  forget(id: string): void;
}

/** The id of the model that the server was started with: by its weights, so that who keeps it notices another. */
function idOf({ weights }: ModelFile): string {
  return `given-${createHash('sha256').update(JSON.stringify(weights)).digest('hex').slice(0, 16)}`;
}

/** Reads models from the store and keeps the latest few. The model that the server was given answers where no stored one does. */
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

/** The name under which the model that answers is kept. */
export const ANSWERING = 'answering model';

/** The model that answers for all who name none; one that is gone answers no longer. */
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

/** The method whose models give whole articles: of others only a text would come. */
const ANSWERS = 'adapted';

/** A model that can answer in the default's place; a problem where there is none, or where it gives no articles. */
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

/** The problem of a model that is not there. */
export function noModel(id: string): Problem {
  return notFound('model', id, 'Choose an existing model.');
}
