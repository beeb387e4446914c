import type { Feedback, Job, NewFeedback, SiteRulesEntry } from '@webpith/server/api';
import { at, items, request } from '../../client/request.js';

export type { Feedback, Job, SiteRulesEntry, TrainResult } from '@webpith/server/api';

/** What feedback asks of the server, one function a request. */
export const server = {
  reports: () => items<Feedback>(at('feedback')),
  report: (feedback: NewFeedback) => request<Feedback>(at('feedback'), { json: feedback }),
  removeReport: (id: string) => request(at('feedback', id), { method: 'DELETE' }),
  retrain: () => request<Job>(at('jobs'), { json: { kind: 'train', method: 'adapted', corpus: 'feedback' } }),
  job: (id: string) => request<Job>(at('jobs', id)),
  jobs: () => items<Job>(at('jobs')),
  rules: () => items<SiteRulesEntry>(at('site-rules')),
  sites: () => items<{ site: string; pages: number }>(at('site-rules', 'sites')),
};
