import { z } from 'zod';
import { plot } from './models.js';

/** One method of an evaluation. */
export const evaluationRow = z.object({
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

/** An evaluation with its plots. */
export const evaluationWithPlots = evaluation.extend({ plots: z.array(plot) });
export type EvaluationWithPlots = z.infer<typeof evaluationWithPlots>;

/** Corpora that can be evaluated on. */
export const evaluationCorpora = z.object({
  items: z.array(
    z.object({ name: z.string(), place: z.enum(['store', 'disk']), pages: z.number().optional() }),
  ),
});
export type EvaluationCorpora = z.infer<typeof evaluationCorpora>;
