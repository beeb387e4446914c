import { z } from 'zod';
import { plot } from './models.js';

/** One method of an evaluation. */
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
  p: z.number().optional().describe('Of a paired t-test against the best method'),
});
export type EvaluationRow = z.infer<typeof evaluationRow>;

/** What methods came to on a corpus. */
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

/** All evaluations, newest first. */
export const evaluationList = z.object({ items: z.array(evaluation) });

/** What every method came to on one page. */
export const pageScores = z.object({
  page: z.string().describe('Its id in the corpus'),
  stored: z.string().optional().describe('The id of the stored page'),
  type: z.string(),
  title: z.string().optional(),
  url: z.string().optional(),
  f1: z.record(z.string(), z.number()).describe('Method → F1'),
});
export type PageScores = z.infer<typeof pageScores>;

/** An evaluation with its plots and its worst pages. */
export const evaluationWithPlots = evaluation.extend({
  plots: z.array(plot),
  each: z.array(pageScores).describe('The pages with the lowest F1, lowest first'),
});

/** A page of an evaluation that is to be looked at. */
export const evaluatedPage = z.object({ page: z.string().min(1).max(300) }).strict();
export const viewOfPage = z.object({ view: z.string() });
export type EvaluationWithPlots = z.infer<typeof evaluationWithPlots>;

/** Corpora that can be evaluated on. */
export const evaluationCorpora = z.object({
  items: z.array(
    z.object({ name: z.string(), place: z.enum(['store', 'disk']), pages: z.number().optional() }),
  ),
});
export type EvaluationCorpora = z.infer<typeof evaluationCorpora>;
