import { type MethodModel, methodOfModel } from '@webpith/lab';
import {
  addModel,
  listModels,
  modelData,
  modelPlots,
  readStoredModel,
  removeModel,
  type Store,
  saveSetting,
  sortedId,
} from '@webpith/store';
import { loadModel, type ModelFile } from 'webpith';
import { z } from 'zod';
import {
  type Model,
  model,
  modelFile,
  modelList,
  newSettings,
  plotList,
  type Settings,
  settings,
  trainableList,
} from '../api/models.js';
import { loadTrained, trainableMethod, trainableMethods } from '../extraction/methods.js';
import { ANSWERING, modelToAnswer, storedModel } from '../extraction/model-cache.js';
import { notFound, Problem, required } from '../problem.js';
import type { Services } from '../services.js';
import { type Routes, routesFor } from './route.js';

const route = routesFor('models');
const settingRoute = routesFor('settings');
const params = z.object({ model: z.string().max(100) });

export const modelRoutes: Routes = (api, services) => {
  const { store, models } = services;

  api.get(
    '/v1/models',
    route('reader', 'Models, newest first', { response: { 200: modelList } }),
    async () => ({ items: (await listModels(store)) as Model[] }),
  );

  api.get(
    '/v1/models/methods',
    route('reader', 'Methods that can be trained', { response: { 200: trainableList } }),
    async () => ({
      items: (await trainableMethods()).map(({ name, title, own: { needs } }) => ({ name, title, needs })),
    }),
  );

  api.get(
    '/v1/models/:model/plots',
    route('reader', 'Training plots of a model', { params, response: { 200: plotList } }),
    async request => {
      const { model } = request.params;
      return { items: required(await modelPlots(store, model), 'model', model) };
    },
  );

  api.get(
    '/v1/models/:model/file',
    route('reader', 'Download a model for use with the library or the command', {
      params,
      response: { 200: modelFile },
    }),
    async request => {
      const { card = {}, ...file } =
        models.given(request.params.model) ?? (await trainedFile(store, request.params.model));
      return { ...file, weights: { ...file.weights }, card };
    },
  );

  api.post(
    '/v1/models',
    route('admin', 'Add a model file', { body: modelFile.partial({ card: true }), response: { 201: model } }),
    async ({ body, caller }, reply) => {
      const file = body as unknown as ModelFile;
      const method = await checkModel(file);
      const { training } = (file.card ?? {}) as Partial<MethodModel['card']>;
      const id = sortedId();
      await addModel(store, {
        id,
        name: file.name,
        method,
        corpus: training?.corpora?.[0]?.name ?? '',
        pages: training?.pages ?? 0,
        createdBy: caller.name,
        metrics: undefined,
        plots: [],
        data: file,
      });
      return reply.code(201).send((await readStoredModel(store, id)) as Model);
    },
  );

  api.delete(
    '/v1/models/:model',
    route('admin', 'Remove a model', { params, response: { 204: z.null() } }),
    async (request, reply) => {
      const { model } = request.params;
      if (!(await removeModel(store, model))) throw notFound('model', model);
      models.forget(model);
      return reply.code(204).send(null);
    },
  );

  api.get(
    '/v1/settings',
    settingRoute('reader', 'Settings', { response: { 200: settings } }),
    async () => await settingsOf(services),
  );

  api.put(
    '/v1/settings',
    settingRoute('admin', 'Set the default model of the server', {
      body: newSettings,
      response: { 200: settings },
    }),
    async ({ body }) => {
      if (body.model !== null) await modelToAnswer(store, body.model);
      await saveSetting(store, ANSWERING, body.model ?? undefined);
      return await settingsOf(services);
    },
  );
};

async function trainedFile(store: Store, id: string): Promise<ModelFile | MethodModel> {
  const { name, method, metrics } = await storedModel(store, id);
  const stored = (await modelData(store, id)) as MethodModel;
  const file = {
    ...stored,
    name,
    card: { ...stored.card, ...(metrics !== undefined && { metrics }) },
  } as MethodModel;
  return (await trainableMethod(method))?.own.fileOf?.(file) ?? file;
}

/** Throws a problem unless this version can extract with the model. */
async function checkModel(file: ModelFile): Promise<string> {
  const method = methodOfModel(file);
  try {
    if (method === 'default') loadModel(file);
    else await loadTrained(method, file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem(
      'unprocessable',
      `This is not a model: ${reason}`,
      'Send a file written by pith train.',
      { cause },
    );
  }
  return method;
}

async function settingsOf({ store, models }: Services): Promise<Settings> {
  const id = await models.answering();
  if (id === undefined) return {};
  const { name, method } = (await readStoredModel(store, id)) ?? (await models.shared(id));
  return { model: { id, name, method } };
}
