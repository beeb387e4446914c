import type {
  Corpus,
  DrawnPlot,
  Evaluation,
  EvaluationCorpora,
  EvaluationWithPlots,
  Job,
  Model,
  NewJob,
  TrainableList,
} from '@webpith/server/api';
import { apiPath, listItems, request } from '../../client/request.js';

export type {
  BeforeAfter,
  Evaluation,
  EvaluationRow,
  EvaluationWithPlots,
  Job,
  Model,
  PageScores,
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
  promote: (model: string, promoted: boolean) =>
    request<Model>(apiPath('models', model, 'promote'), { json: { promoted } }),
  removeModel: (model: string) => request(apiPath('models', model), { method: 'DELETE' }),
  modelPlots: (model: string) => listItems<DrawnPlot>(apiPath('models', model, 'plots')),
  evaluations: () => listItems<Evaluation>(apiPath('evaluations')),
  evaluation: (id: string) => request<EvaluationWithPlots>(apiPath('evaluations', id)),
  viewOf: async (evaluation: string, page: string) =>
    (await request<{ view: string }>(apiPath('evaluations', evaluation, 'pages'), { json: { page } })).view,
  removeEvaluation: (id: string) => request(apiPath('evaluations', id), { method: 'DELETE' }),
};
