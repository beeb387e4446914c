import { z } from 'zod';

/** Error response: application/problem+json (RFC 9457) with a code for programs and a remedy for people. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string().describe('What happened'),
  remedy: z.string().describe('What to do'),
  instance: z.string().optional().describe('Id of the request in the log of the server'),
});
export type ProblemBody = z.infer<typeof problem>;
