import { readStoredModel, saveSetting } from '@webpith/store';
import { newSettings, type Settings, settings } from '../api/settings.js';
import { ANSWERING, noModel } from '../models/model-book.js';
import { Problem } from '../problem.js';
import type { Services } from '../services.js';
import type { Routes } from './route.js';

const tags = ['settings'];
/** The method whose models give whole articles: of others only a text would come. */
const ANSWERS = 'adapted';

/** What holds for the whole server: which model answers. */
export const settingRoutes: Routes = (api, services) => {
  api.get(
    '/v1/settings',
    { config: { role: 'reader' }, schema: { tags, summary: 'Settings', response: { 200: settings } } },
    async () => await settingsOf(services),
  );

  api.put(
    '/v1/settings',
    {
      config: { role: 'admin' },
      schema: {
        tags,
        summary: 'Let a model answer wherever none is named: in the reader, over HTTP, for other programs',
        body: newSettings,
        response: { 200: settings },
      },
    },
    async ({ body }) => {
      if (body.model !== null) await refuseUnfit(services, body.model);
      await saveSetting(services.store, ANSWERING, body.model ?? undefined);
      return await settingsOf(services);
    },
  );
};

async function settingsOf({ store, models }: Services): Promise<Settings> {
  const id = await models.answering();
  const model = id === undefined ? undefined : await readStoredModel(store, id);
  return model === undefined ? {} : { model: { id: model.id, name: model.name, method: model.method } };
}

async function refuseUnfit({ store }: Services, id: string): Promise<void> {
  const model = await readStoredModel(store, id);
  if (model === undefined) throw noModel(id);
  if (model.method === ANSWERS) return;
  throw new Problem(
    'bad-request',
    `expected a model of the method ${ANSWERS}, got one of ${model.method}, which gives no articles`,
    `Train ${ANSWERS}, or name the model in each request.`,
  );
}
