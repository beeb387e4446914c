import type {
  Corpus,
  DrawnPlot,
  Evaluation,
  EvaluationCorpora,
  EvaluationWithPlots,
  Job,
  MethodInfo,
  Model,
  NewJob,
  TrainableList,
} from '@webpith/server/api';
import { at, items, request } from '../../client/request.js';

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

/** What experiments ask of the server, one function a request. */
export const server = {
  jobs: () => items<Job>(at('jobs')),
  start: (job: NewJob) => request<Job>(at('jobs'), { json: job }),
  stop: (job: string) => request<Job>(at('jobs', job, 'stop'), { method: 'POST' }),
  corpora: () => items<Corpus>(at('corpora')),
  evaluable: () => items<EvaluationCorpora['items'][number]>(at('evaluations', 'corpora')),
  trainable: () => items<TrainableList['items'][number]>(at('models', 'methods')),
  methods: () => request<MethodInfo[]>(at('methods')),
  models: () => items<Model>(at('models')),
  promote: (model: string, promoted: boolean) =>
    request<Model>(at('models', model, 'promote'), { json: { promoted } }),
  removeModel: (model: string) => request(at('models', model), { method: 'DELETE' }),
  modelPlots: (model: string) => items<DrawnPlot>(at('models', model, 'plots')),
  evaluations: () => items<Evaluation>(at('evaluations')),
  evaluation: (id: string) => request<EvaluationWithPlots>(at('evaluations', id)),
  viewOf: async (evaluation: string, page: string) =>
    (await request<{ view: string }>(at('evaluations', evaluation, 'pages'), { json: { page } })).view,
  removeEvaluation: (id: string) => request(at('evaluations', id), { method: 'DELETE' }),
};
