import type {
  Corpus,
  DrawnPlot,
  Evaluation,
  EvaluationCorpora,
  EvaluationWithPlots,
  Feedback,
  Job,
  Model,
  NewJob,
  SiteRulesEntry,
  TrainableList,
} from '@webpith/server/api';
import { apiPath, listItems, request } from '../../client/request.js';

export type {
  BeforeAfter,
  Evaluation,
  EvaluationRow,
  EvaluationWithPlots,
  Feedback,
  Job,
  Model,
  PageScores,
  SiteRulesEntry,
  TrainingMetrics,
  TrainResult,
} from '@webpith/server/api';

export const server = {
  jobs: () => listItems<Job>(apiPath('jobs')),
  start: (job: NewJob) => request<Job>(apiPath('jobs'), { json: job }),
  stop: (job: string) => request<Job>(apiPath('jobs', job, 'stop'), { method: 'POST' }),
  corpora: () => listItems<Corpus>(apiPath('corpora')),
  evaluable: () => listItems<EvaluationCorpora['items'][number]>(apiPath('evaluations', 'corpora')),
  trainable: () => listItems<TrainableList['items'][number]>(apiPath('models', 'methods')),
  models: () => listItems<Model>(apiPath('models')),
  removeModel: (model: string) => request(apiPath('models', model), { method: 'DELETE' }),
  modelPlots: (model: string) => listItems<DrawnPlot>(apiPath('models', model, 'plots')),
  evaluations: () => listItems<Evaluation>(apiPath('evaluations')),
  evaluation: (id: string) => request<EvaluationWithPlots>(apiPath('evaluations', id)),
  viewOf: async (evaluation: string, page: string) =>
    (await request<{ view: string }>(apiPath('evaluations', evaluation, 'pages'), { json: { page } })).view,
  reports: () => listItems<Feedback>(apiPath('feedback')),
  removeReport: (id: string) => request(apiPath('feedback', id), { method: 'DELETE' }),
  rules: () => listItems<SiteRulesEntry>(apiPath('site-rules')),
  sites: () => listItems<{ site: string; pages: number }>(apiPath('site-rules', 'sites')),
  removeEvaluation: (id: string) => request(apiPath('evaluations', id), { method: 'DELETE' }),
};
