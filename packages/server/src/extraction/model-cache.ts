import { createHash } from 'node:crypto';
import { modelData, readSetting, readStoredModel, type Store } from '@webpith/store';
import type { ModelFile } from 'webpith';
import { LruCache, loadThrough } from '../lru-cache.js';
import { Problem, required } from '../problem.js';
import { inSharedMemory, type SharedModel } from './page.js';

function idOf({ weights }: ModelFile): string {
  return `given-${createHash('sha256').update(JSON.stringify(weights)).digest('hex').slice(0, 16)}`;
}

/** The default model is the one set in the store, else the one given at startup. */
export class ModelCache {
  readonly #shared: SharedModel | undefined;
  readonly #cache = new LruCache<Promise<SharedModel>>({ entries: 8 });

  constructor(
    private readonly store: Store,
    private readonly file?: ModelFile,
  ) {
    this.#shared =
      file && inSharedMemory({ id: idOf(file), name: file.name, method: file.method ?? 'default' }, file);
  }

  async shared(id: string): Promise<SharedModel> {
    if (this.#shared !== undefined && id === this.#shared.id) return this.#shared;
    return await loadThrough(this.#cache, id, () => sharedModel(this.store, id));
  }

  async answering(): Promise<string | undefined> {
    return (await answeringModel(this.store)) ?? this.#shared?.id;
  }

  given(id: string): ModelFile | undefined {
    return id === this.#shared?.id ? this.file : undefined;
  }

  forget(id: string): void {
    this.#cache.delete(id);
  }
}

export const ANSWERING = 'answering model';

export async function answeringModel(store: Store): Promise<string | undefined> {
  const id = await readSetting(store, ANSWERING);
  return id !== undefined && (await readStoredModel(store, id)) !== undefined ? id : undefined;
}

export async function storedModel(store: Store, id: string) {
  return required(await readStoredModel(store, id), 'model', id);
}

async function sharedModel(store: Store, id: string): Promise<SharedModel> {
  const { name, method } = await storedModel(store, id);
  return inSharedMemory({ id, name, method }, await modelData(store, id));
}

/** Methods whose models produce whole articles. */
const ANSWERS: readonly string[] = ['adapted', 'default'];

export async function modelToAnswer(store: Store, id: string) {
  const model = await storedModel(store, id);
  if (ANSWERS.includes(model.method)) return model;
  throw new Problem(
    'bad-request',
    `The model belongs to the method ${model.method}, which does not produce articles.`,
    `Use a model of the method ${ANSWERS.join(' or ')}.`,
  );
}
