import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { ProxyAgent } from 'undici';
import { type AddressRule, publicAddress } from './addresses.js';
import { blocked, type ResolveHost } from './connector.js';
import { FetchError } from './errors.js';

/** The environment's variables, of which those about proxies are read: `https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/** The proxy by which an address is asked, or undefined where it is asked directly; as curl reads the variables. */
export function proxyFor(url: URL, variables: ProxyVariables): string | undefined {
  const value = (name: string) => variables[name] || variables[name.toUpperCase()] || undefined;
  const proxy = value(`${url.protocol.slice(0, -1)}_proxy`) ?? value('all_proxy');
  if (proxy === undefined || isOwnMachine(url) || isExcepted(url, value('no_proxy') ?? '')) return undefined;
  const address = proxy.includes('://') ? proxy : `http://${proxy}`;
  if (URL.canParse(address) && /^https?:/i.test(address)) return address;
  throw new FetchError(
    'bad-url',
    `expected an http or https proxy in the environment, got ${JSON.stringify(proxy.replace(/\/\/.*@/, '//…@'))}; set https_proxy to one such as http://proxy.example:3128`,
    { url: url.href },
  );
}

/** A proxy would look for this machine on its own. */
function isOwnMachine({ hostname }: URL): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether `no_proxy` names a host: itself, a domain above it, with a port or without, or `*`. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some(entry => {
    if (entry === '*') return true;
    const [, name = '', entryPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === '' || (entryPort !== undefined && entryPort !== ownPort)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}

/** Asks by a proxy; it connects for us, so the limits on connections are its own. */
export function proxyAgent(uri: string, timeout: number): ProxyAgent {
  return new ProxyAgent({
    uri,
    proxyTunnel: false,
    proxyTls: { timeout },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Refuses what may not be asked although a proxy does the connecting: addresses by number, and names that lead to one
 * here. A name that only the proxy can resolve is left to it.
 */
export async function checkProxied(url: URL, rule: AddressRule, resolve: ResolveHost): Promise<void> {
  if (rule !== publicAddress) return;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolve) : [host];
  for (const address of addresses) {
    const refusal = rule(address);
    if (refusal !== undefined) throw blocked(host, address, refusal);
  }
}

async function addressesOf(host: string, resolve: ResolveHost): Promise<string[]> {
  const found = await promisify(resolve)(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
