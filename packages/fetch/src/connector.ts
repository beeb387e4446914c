import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressRule } from './addresses.js';
import { FetchError } from './errors.js';

/** Resolves a name to all its addresses; the system's resolver unless a test brings its own. */
export type ResolveHost = (
  hostname: string,
  options: LookupOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** The resolver of the system: hosts file, then DNS. */
export const systemResolver: ResolveHost = (hostname, options, callback) =>
  systemLookup(hostname, { ...options, all: true }, callback);

/** What the connector needs to know of the fetch it serves. */
export interface ConnectorOptions {
  readonly rule: AddressRule;
  readonly resolve: ResolveHost;
  /** Milliseconds for one connection; the whole fetch has its own limit. */
  readonly timeout: number;
  /** Ends connections that are still being made. */
  readonly signal: AbortSignal;
}

/**
 * Makes the connections of a guarded fetch. The address is judged inside the look-up that the socket itself
 * uses, so what was checked is what is connected to: a name that answers differently the second time
 * (DNS rebinding) gains nothing. Literal addresses never reach the look-up and are judged first.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { rule, timeout, signal } = options;
  const connect = buildConnector({
    timeout,
    lookup: guardedLookup(options),
    signal,
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    const literal = target.hostname.replace(/^\[|\]$/g, '');
    const refusal = isIP(literal) === 0 ? undefined : rule(literal);
    if (refusal !== undefined) return callback(blocked(literal, literal, refusal), null);
    connect(target, callback);
  };
}

function guardedLookup({ rule, resolve }: ConnectorOptions): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses) => {
      if (error) return callback(error, []);
      // One bad address among good ones is refused too: no honest public site has it.
      for (const { address } of addresses) {
        const refusal = rule(address);
        if (refusal !== undefined) return callback(blocked(hostname, address, refusal), []);
      }
      const first = addresses[0];
      if (first === undefined) return callback(unresolved(hostname), []);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

export function blocked(hostname: string, address: string, refusal: string): FetchError {
  const where = hostname === address ? address : `${hostname} leads to ${address}`;
  return new FetchError(
    'blocked-address',
    `expected a public address, but ${where} (${refusal}); pass --allow-private if that is meant`,
  );
}

function unresolved(hostname: string): FetchError {
  return new FetchError(
    'unknown-host',
    `expected a host with an address, ${hostname} has none; check the name`,
  );
}
