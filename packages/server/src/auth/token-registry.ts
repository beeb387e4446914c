import type { Caller } from './roles.js';

/** The tokens that the server knows; it holds their hashes only. */
export interface TokenRegistry {
  /** Whom a secret belongs to; compared in constant time. */
  find(secret: string): Promise<Caller | undefined>;
  /** Whether there is any token at all. */
  any(): Promise<boolean>;
}
