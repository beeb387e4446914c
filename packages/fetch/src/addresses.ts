import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns why an address must not be connected to, or undefined if it is allowed. */
export type AddressRule = (address: string) => string | undefined;

export const anyAddress: AddressRule = () => undefined;

const rangeNames: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'broadcast',
  multicast: 'multicast',
  linkLocal: 'link-local',
  loopback: 'loopback',
  carrierGradeNat: 'carrier-grade NAT',
  private: 'private',
  uniqueLocal: 'unique-local',
  deprecatedSiteLocal: 'site-local',
  benchmarking: 'benchmarking',
  discard: 'discard-only',
};

/** Names of loopback in the hosts files of Debian, Ubuntu, Fedora and macOS, besides those ending in `.localhost`. */
const loopbackNames: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'localhost4',
  'localhost4.localdomain4',
  'localhost6',
  'localhost6.localdomain6',
  'ip6-localhost',
  'ip6-loopback',
]);

export function isLoopbackName(host: string): boolean {
  const name = host.toLowerCase().replace(/(?<!\.)\.+$/, '');
  return loopbackNames.has(name) || name.endsWith('.localhost');
}

/** True for names and addresses of loopback, which only this machine can reach. */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 0) return isLoopbackName(host);
  return host.startsWith('127.') || ipaddr.parse(host).range() === 'loopback';
}

// Azure's host agent: a public address that only Azure machines can reach.
const cloudServices: ReadonlySet<string> = new Set(['168.63.129.16']);

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const sixBone = ipaddr.IPv6.parseCIDR('3ffe::/16');

/**
 * Allows only addresses of the public internet: IPv4 outside every special range, IPv6 inside 2000::/3 and outside
 * every special range. IPv4 in IPv6 is checked as IPv4 where the network routes it there: mapped and NAT64
 * (64:ff9b::/96). Other embeddings are refused. So is any notation that is not canonical, since programs disagree on
 * `127.1` or `010.0.0.1`.
 */
export const publicAddress: AddressRule = address => {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return 'not an IP address';
  const parsed = ipaddr.parse(hexadecimal(address));
  if (parsed.kind() === 'ipv4') return refuseIPv4(parsed as ipaddr.IPv4);
  const six = parsed as ipaddr.IPv6;
  if (six.isIPv4MappedAddress()) return refuseIPv4(six.toIPv4Address());
  if (six.match(nat64)) return refuseIPv4(lastFourBytes(six));
  const range = six.range() as string;
  if (range !== 'unicast') return rangeNames[range] ?? `reserved (${range})`;
  if (isIsatap(six)) return 'reserved (ISATAP)';
  return six.match(globalUnicast) && !six.match(sixBone) ? undefined : 'reserved';
};

function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe;
}

function refuseIPv4(address: ipaddr.IPv4): string | undefined {
  if (cloudServices.has(address.toString())) return 'internal cloud service';
  const range = address.range();
  return range === 'unicast' ? undefined : (rangeNames[range] ?? 'reserved');
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

/**
 * Normalises IPv6 to hexadecimal with the URL parser: ipaddr.js reads "::8.8.8.8" as "::ffff:8.8.8.8", but the
 * operating system does not.
 */
function hexadecimal(address: string): string {
  if (!address.includes(':') || !address.includes('.')) return address;
  return new URL(`http://[${address.split('%', 1)[0]}]/`).hostname.slice(1, -1);
}
