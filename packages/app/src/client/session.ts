import type { Session as Caller } from '@webpith/server/api';

/** Who the server takes one for; no name where it asks for a token first. */
export type Session = Partial<Caller> & Pick<Caller, 'tokensRequired'>;
