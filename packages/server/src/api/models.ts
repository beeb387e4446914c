import { z } from 'zod';
import { trainingMetrics } from './jobs.js';

export const plot = z.object({ title: z.string(), svg: z.string() });
export type DrawnPlot = z.infer<typeof plot>;

export const model = z.object({
  id: z.string(),
  name: z.string(),
  method: z.string(),
  corpus: z.string(),
  pages: z.number(),
  created: z.string(),
  createdBy: z.string(),
  metrics: trainingMetrics.optional(),
});
export type Model = z.infer<typeof model>;

export const modelList = z.object({ items: z.array(model) });

/** The file format of `loadModel` and of `pith train`. */
export const modelFile = z.object({
  format: z.string(),
  version: z.number(),
  name: z.string().min(1).max(200),
  method: z.string().max(100).optional().describe('Absent for models of the library'),
  weights: z.record(z.string(), z.unknown()),
  card: z.unknown(),
});

const trainable = z.object({
  name: z.string(),
  title: z.string(),
  needs: z.string().describe('Labels that it needs'),
});
export const trainableList = z.object({ items: z.array(trainable) });
export type TrainableList = z.infer<typeof trainableList>;

export const plotList = z.object({ items: z.array(plot) });

export const settings = z.object({
  model: model.pick({ id: true, name: true, method: true }).optional().describe('The default model'),
});
export type Settings = z.infer<typeof settings>;

export const newSettings = z
  .object({ model: z.string().min(1).max(100).nullable().describe('Id of a model, or null for none') })
  .strict();

const evaluationRow = z.object({
  name: z.string(),
  pages: z.number(),
  failed: z.number(),
  empty: z.number(),
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
  low: z.number().describe('Lower end of the 95 % interval of F1'),
  high: z.number(),
  msPerPage: z.number(),
  types: z.record(z.string(), z.number()),
  p: z.number().optional().describe('Paired t-test against the best method'),
});
export type EvaluationRow = z.infer<typeof evaluationRow>;

export const evaluation = z.object({
  id: z.string(),
  corpus: z.string(),
  created: z.string(),
  createdBy: z.string(),
  pages: z.number(),
  measure: z.string(),
  digest: z.string(),
  table: z.array(evaluationRow),
});
export type Evaluation = z.infer<typeof evaluation>;

export const evaluationList = z.object({ items: z.array(evaluation) });

export const pageScores = z.object({
  page: z.string().describe('Its id in the corpus'),
  stored: z.string().optional().describe('The id of the stored page'),
  type: z.string(),
  title: z.string().optional(),
  url: z.string().optional(),
  f1: z.record(z.string(), z.number()).describe('Method → F1'),
});
export type PageScores = z.infer<typeof pageScores>;

export const evaluationWithPlots = evaluation.extend({
  plots: z.array(plot),
  each: z.array(pageScores).describe('The pages with the lowest F1, lowest first'),
});

export const evaluatedPage = z.object({ page: z.string().min(1).max(300) }).strict();
export const viewOfPage = z.object({ view: z.string() });
export type EvaluationWithPlots = z.infer<typeof evaluationWithPlots>;

const evaluationCorpus = z.object({
  name: z.string(),
  place: z.enum(['store', 'disk']),
  pages: z.number().optional(),
});
export const evaluationCorpora = z.object({ items: z.array(evaluationCorpus) });
export type EvaluationCorpora = z.infer<typeof evaluationCorpora>;
