import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressRule, isLoopbackName } from './addresses.js';
import { FetchError } from './errors.js';

export type ResolveHost = (
  hostname: string,
  options: LookupOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export const systemResolver: ResolveHost = (hostname, options, callback) =>
  systemLookup(hostname, { ...options, all: true }, callback);

export interface ConnectorOptions {
  readonly rule: AddressRule;
  readonly resolve: ResolveHost;
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/**
 * Opens connections to allowed addresses only. The check runs inside the lookup of the socket, so that the address
 * checked is the address connected to (DNS rebinding). Literal addresses skip the lookup and are checked first.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { rule, timeout, signal } = options;
  const connect = buildConnector({
    timeout,
    lookup: guardedLookup(options),
    signal,
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const literal = literalAddress(host);
    const refusal = literal === undefined ? undefined : rule(literal);
    if (refusal !== undefined) return callback(blocked(host, literal!, refusal), null);
    connect(target, callback);
  };
}

/** The address of a host that needs no lookup: a literal address, or loopback for a name of this machine. */
export function literalAddress(host: string): string | undefined {
  if (isIP(host) !== 0) return host;
  return isLoopbackName(host) ? '127.0.0.1' : undefined;
}

function guardedLookup({ rule, resolve }: ConnectorOptions): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses) => {
      if (error) return callback(error, []);
      // A name with any forbidden address is refused: no legitimate public site has one.
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
  const where =
    hostname === address ? `refused to connect to ${address}` : `${hostname} resolves to ${address}`;
  return new FetchError(
    'blocked-address',
    `${where}, which is not a public address (${refusal}); set allowPrivate to allow it`,
    { option: 'allowPrivate' },
  );
}

function unresolved(hostname: string): FetchError {
  return new FetchError('unknown-host', `the host ${hostname} has no address; check the name`);
}
