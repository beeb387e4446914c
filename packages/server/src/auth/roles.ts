/** Who may do what, weakest first: each role may do all that those before it may. */
export const ROLES = ['reader', 'annotator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role may do what asks for another. */
export function mayAct(as: Role, needed: Role): boolean {
  return ROLES.indexOf(as) >= ROLES.indexOf(needed);
}

/** Who calls: on loopback without tokens everyone is the admin `local`, with the name they give for labelling. */
export interface Caller {
  readonly name: string;
  readonly role: Role;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The least role that may call this route; without one it is open to all (health, the app's files). */
    role?: Role;
  }
  interface FastifyRequest {
    /** Who calls; set before every handler whose route names a role. */
    caller: Caller;
  }
}
