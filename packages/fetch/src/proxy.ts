import { promisify } from 'node:util';
import { ProxyAgent } from 'undici';
import { type AddressRule, anyAddress, isLoopback } from './addresses.js';
import { blocked, literalAddress, type ResolveHost } from './connector.js';
import { FetchError } from './errors.js';

export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/** The proxy for a URL; undefined for none, as for loopback names, which a proxy would resolve to its own machine. */
export function proxyFor(url: URL, variables: ProxyVariables): string | undefined {
  const value = (name: string) => variables[name] || variables[name.toUpperCase()] || undefined;
  const proxy = value(`${url.protocol.slice(0, -1)}_proxy`) ?? value('all_proxy');
  if (proxy === undefined || isLoopback(hostOf(url)) || isExcepted(url, value('no_proxy') ?? ''))
    return undefined;
  const address = proxy.includes('://') ? proxy : `http://${proxy}`;
  if (URL.canParse(address) && /^https?:/i.test(address)) return address;
  throw new FetchError(
    'bad-url',
    `${JSON.stringify(proxy.replace(/\/\/.*@/, '//…@'))} is not an http or https proxy; set https_proxy to one such as http://proxy.example:3128`,
    { url: url.href },
  );
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some(entry => {
    if (entry === '*') return true;
    const [, name = '', entryPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === '' || (entryPort !== undefined && entryPort !== ownPort)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}

export function proxyAgent(uri: string, timeout: number): ProxyAgent {
  return new ProxyAgent({
    uri,
    proxyTunnel: false,
    proxyTls: { timeout },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Applies a rule to a proxied URL. Names that only the proxy can resolve are left to the proxy. */
export async function checkProxied(url: URL, rule: AddressRule, resolve: ResolveHost): Promise<void> {
  if (rule === anyAddress) return;
  const host = hostOf(url);
  const literal = literalAddress(host);
  const addresses = literal === undefined ? await addressesOf(host, resolve) : [literal];
  for (const address of addresses) {
    const refusal = rule(address);
    if (refusal !== undefined) throw blocked(host, address, refusal);
  }
}

async function addressesOf(host: string, resolve: ResolveHost): Promise<string[]> {
  const found = await promisify(resolve)(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
