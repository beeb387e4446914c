import { resolve } from 'node:path';
import { parseAddress, withoutSecret } from '@webpith/store';
import { ServerError } from '../errors.js';
import { demandsTokens, type ServerOptions } from '../options.js';
import type { TokenRegistry } from './token-registry.js';

/** Refuses to start where tokens are demanded and there is none: nobody could use it, and nobody should by mistake. */
export async function refuseWithoutToken(options: ServerOptions, tokens: TokenRegistry): Promise<void> {
  if (!demandsTokens(options) || (await tokens.any())) return;
  throw new ServerError(
    'no-token',
    `expected a token for a server on ${options.host} that demands one, but ${shownStore(options.store)} holds none; make one first: pith token add NAME --role admin --store STORE`,
  );
}

/** A store as it may be shown: a path, or an address without its password. */
export function shownStore(address: string): string {
  const place = parseAddress(address);
  return place.kind === 'sqlite' ? resolve(place.file) : withoutSecret(place.url);
}
