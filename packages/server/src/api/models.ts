import { z } from 'zod';
import { trainingMetrics } from './jobs.js';

/** A drawing. */
export const plot = z.object({ title: z.string(), svg: z.string() });
export type DrawnPlot = z.infer<typeof plot>;

/** A trained model. */
export const model = z.object({
  id: z.string(),
  name: z.string(),
  method: z.string(),
  corpus: z.string(),
  pages: z.number(),
  created: z.string(),
  createdBy: z.string(),
  metrics: trainingMetrics.optional(),
  promoted: z.boolean().describe('Whether it answers for its method where no model is named'),
});
export type Model = z.infer<typeof model>;

/** All models, newest first. */
export const modelList = z.object({ items: z.array(model) });

/** A model as the library loads it: `loadModel`. */
export const modelFile = z.object({
  format: z.string(),
  version: z.number(),
  name: z.string(),
  weights: z.record(z.string(), z.unknown()),
  card: z.unknown(),
});

/** Methods that can be trained. */
export const trainableList = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      needs: z.string().describe('What labels it learns from'),
    }),
  ),
});
export type TrainableList = z.infer<typeof trainableList>;

/** Whether a model is to answer for its method. */
export const promotion = z.object({ promoted: z.boolean().optional() }).strict();

/** Plots of a model. */
export const plotList = z.object({ items: z.array(plot) });
