import { z } from 'zod';
import { ROLES } from '../auth/roles.js';
import { annotatorName } from './labels.js';

export const session = z.object({ name: z.string(), role: z.enum(ROLES), tokensRequired: z.boolean() });
export type Session = z.infer<typeof session>;

export const newSession = z.object({ token: z.string().regex(/^[\w.-]{1,200}$/, 'expected a token') });

export const newToken = z.object({ name: annotatorName, role: z.enum(ROLES).default('annotator') }).strict();

export const token = z.object({ name: z.string(), role: z.string(), created: z.string() });
export type Token = z.infer<typeof token>;

export const madeToken = token.extend({ secret: z.string() });
export type MadeToken = z.infer<typeof madeToken>;

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
