/** Roles for people, each including those before it, then the role for monitoring, which can only read /metrics. */
export const ROLES = ['reader', 'annotator', 'admin', 'metrics'] as const;
export type Role = (typeof ROLES)[number];

export function mayAct(as: Role, needed: Role): boolean {
  if (needed === 'metrics') return as === 'metrics' || as === 'admin';
  return as !== 'metrics' && ROLES.indexOf(as) >= ROLES.indexOf(needed);
}

/** Sender of a request. On loopback without tokens, every caller is an admin. */
export interface Caller {
  readonly name: string;
  readonly role: Role;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Minimum role for a route. Routes without one are public: health, the app's files. */
    role?: Role;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}
