import type { Feedback, Job, SiteRulesEntry } from '@webpith/server/api';
import { apiPath, listItems, request } from '../../client/request.js';

export type { Feedback, Job, SiteRulesEntry, TrainResult } from '@webpith/server/api';

export const server = {
  reports: () => listItems<Feedback>(apiPath('feedback')),
  removeReport: (id: string) => request(apiPath('feedback', id), { method: 'DELETE' }),
  retrain: () =>
    request<Job>(apiPath('jobs'), { json: { kind: 'train', method: 'adapted', corpus: 'feedback' } }),
  jobs: () => listItems<Job>(apiPath('jobs')),
  rules: () => listItems<SiteRulesEntry>(apiPath('site-rules')),
  sites: () => listItems<{ site: string; pages: number }>(apiPath('site-rules', 'sites')),
};
