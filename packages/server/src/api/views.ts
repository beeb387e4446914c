import { z } from 'zod';
import { corrections } from './extract.js';

/** A page that was read. */
export const pageView = z.object({
  view: z.string(),
  url: z.string().optional(),
  title: z.string().optional(),
  bytes: z.number().int(),
  corrections: corrections.optional().describe('Blocks that its reader took in and out'),
  report: z.string().optional().describe('The report that these became'),
  created: z.string(),
  opened: z.string(),
});
export type PageView = z.infer<typeof pageView>;

/** Pages that were read, the latest first. */
export const pageViewList = z.object({ items: z.array(pageView) });

/** What is to change about a page that was read. */
export const pageViewChange = z
  .object({
    title: z.string().trim().min(1).max(300).optional(),
    corrections: corrections.optional().describe('In place of those before; also a report, for annotators'),
  })
  .strict();
export type PageViewChange = z.infer<typeof pageViewChange>;
