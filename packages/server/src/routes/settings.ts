import { readStoredModel, saveSetting } from '@webpith/store';
import { newSettings, type Settings, settings } from '../api/settings.js';
import { ANSWERING, modelToAnswer } from '../models/model-cache.js';
import type { Services } from '../services.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('settings');

/** What holds for the whole server: which model answers. */
export const settingRoutes: Routes = (api, services) => {
  api.get(
    '/v1/settings',
    route('reader', 'Settings', { response: { 200: settings } }),
    async () => await settingsOf(services),
  );

  api.put(
    '/v1/settings',
    route(
      'admin',
      'Let a model answer wherever none is named: in the reader, over HTTP, for other programs',
      { body: newSettings, response: { 200: settings } },
    ),
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
