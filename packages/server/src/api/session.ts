import { z } from 'zod';
import { ROLES } from '../auth/roles.js';

/** Who calls, and whether this server demands tokens. */
export const session = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  tokensRequired: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** The token to keep for this browser. */
export const newSession = z.object({ token: z.string().regex(/^[\w.-]{1,200}$/, 'expected a token') });
