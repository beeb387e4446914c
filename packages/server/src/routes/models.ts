import { adaptedFromJSON, modelFileOf } from '@webpith/lab';
import {
  listModels,
  modelData,
  modelPlots,
  readStoredModel,
  removeModel,
  type Store,
  saveSetting,
} from '@webpith/store';
import type { ModelFile } from 'webpith';
import { z } from 'zod';
import {
  type Model,
  modelFile,
  modelList,
  newSettings,
  plotList,
  type Settings,
  settings,
  trainableList,
} from '../api/models.js';
import { trainableMethods } from '../extraction/methods.js';
import { ANSWERING, modelToAnswer, noModel } from '../models/model-cache.js';
import type { Services } from '../services.js';
import { type Routes, routesFor } from './route.js';

const route = routesFor('models');
const params = z.object({ model: z.string().max(100) });

export const modelRoutes: Routes = (api, { store, models }) => {
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
      const items = await modelPlots(store, request.params.model);
      if (items === undefined) throw noModel(request.params.model);
      return { items };
    },
  );

  api.get(
    '/v1/models/:model/file',
    route('reader', 'Download a model for use with the library', {
      params,
      response: { 200: modelFile },
    }),
    async request => {
      const { card = {}, ...file } =
        models.given(request.params.model) ?? (await trainedFile(store, request.params.model));
      return { ...file, weights: { ...file.weights }, card };
    },
  );

  api.delete(
    '/v1/models/:model',
    route('admin', 'Remove a model', { params, response: { 204: z.null() } }),
    async (request, reply) => {
      if (!(await removeModel(store, request.params.model))) throw noModel(request.params.model);
      models.forget(request.params.model);
      return reply.code(204).send(null);
    },
  );
};

async function trainedFile(store: Store, model: string): Promise<ModelFile> {
  const { id, name } = await modelToAnswer(store, model);
  return modelFileOf(adaptedFromJSON(await modelData(store, id)), name);
}

const settingRoute = routesFor('settings');

export const settingRoutes: Routes = (api, services) => {
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
      if (body.model !== null) await modelToAnswer(services.store, body.model);
      await saveSetting(services.store, ANSWERING, body.model ?? undefined);
      return await settingsOf(services);
    },
  );
};

async function settingsOf({ store, models }: Services): Promise<Settings> {
  const id = await models.answering();
  if (id === undefined) return {};
  const { name, method } = (await readStoredModel(store, id)) ?? (await models.shared(id));
  return { model: { id, name, method } };
}
