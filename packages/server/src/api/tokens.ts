import { z } from 'zod';
import { ROLES } from '../auth/roles.js';
import { annotatorName } from './labels.js';

/** A token to make. */
export const newToken = z.object({ name: annotatorName, role: z.enum(ROLES).default('annotator') }).strict();

/** A token without its secret. */
export const token = z.object({ name: z.string(), role: z.string(), created: z.string() });
export type Token = z.infer<typeof token>;

/** A token that was just made: its secret is shown this once. */
export const madeToken = token.extend({ secret: z.string() });
export type MadeToken = z.infer<typeof madeToken>;
