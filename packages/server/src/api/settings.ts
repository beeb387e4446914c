import { z } from 'zod';

/** What holds for the whole server. */
export const settings = z.object({
  model: z
    .object({ id: z.string(), name: z.string(), method: z.string() })
    .optional()
    .describe('The model that answers where neither model nor method is named'),
});
export type Settings = z.infer<typeof settings>;

/** What is to change. */
export const newSettings = z
  .object({
    model: z.string().min(1).max(100).nullable().describe('The id of a model; null for the default'),
  })
  .strict();
