import { z } from 'zod';

const nodes = z.array(z.number().int().min(0).max(10_000_000)).max(5000);

/** What a reader says is wrong: parts that are missing, and parts that are too much. */
export const newFeedback = z
  .object({
    page: z.string().max(100).optional().describe('The id of a stored page'),
    view: z.string().max(100).optional().describe('The id of a view that was kept'),
    missing: nodes.describe('Nodes whose text should be there'),
    extra: nodes.describe('Nodes whose text should not'),
    note: z.string().trim().max(2000).optional(),
  })
  .strict()
  .refine(({ page, view }) => (page === undefined) !== (view === undefined), {
    message: 'expected either page or view',
  });
export type NewFeedback = z.infer<typeof newFeedback>;

/** A report of a reader. */
export const feedback = z.object({
  id: z.string(),
  page: z.string().describe('The page in the corpus “feedback”'),
  title: z.string().optional(),
  url: z.string().optional(),
  site: z.string().optional(),
  missing: z.array(z.number()),
  extra: z.array(z.number()),
  note: z.string().optional(),
  createdBy: z.string(),
  created: z.string(),
});
export type Feedback = z.infer<typeof feedback>;

/** Reports, newest first. */
export const feedbackList = z.object({ items: z.array(feedback), next: z.string().optional() });
