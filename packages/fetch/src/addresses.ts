import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Says why an address may not be connected to, or `undefined` when it may. */
export type AddressRule = (address: string) => string | undefined;

/** Lets every address pass: what `--allow-private` stands for. */
export const anyAddress: AddressRule = () => undefined;

/** What a person calls the ranges that ipaddr.js names. */
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

// Public by number but served inside a cloud to its own machines: Azure's host agent.
const insideClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** An experiment that was given back: no one may be there. */
const given = ipaddr.IPv6.parseCIDR('3ffe::/16');

/**
 * Lets only addresses of the public internet pass. It is a list of what is allowed, not of what is
 * forbidden: IPv4 outside every special range, IPv6 inside 2000::/3 and outside every special range.
 * IPv4 inside IPv6 is judged by the IPv4 address where the network would really send it there: mapped
 * (::ffff:0:0/96) and NAT64 (64:ff9b::/96, which an IPv6-only network answers for every public name).
 * The other embeddings (6to4, Teredo, IPv4-compatible, ISATAP, local NAT64) are refused whole: nothing public is
 * served there any more. Only the usual spelling of an address is one: `127.1` or `010.0.0.1` are read differently
 * by different programs.
 */
export const publicAddress: AddressRule = address => {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return 'not an IP address';
  const parsed = ipaddr.parse(hexadecimal(address));
  if (parsed.kind() === 'ipv4') return refuseIPv4(parsed as ipaddr.IPv4);
  const six = parsed as ipaddr.IPv6;
  if (six.isIPv4MappedAddress()) return refuseIPv4(six.toIPv4Address());
  if (six.match(translated)) return refuseIPv4(lastFourBytes(six));
  const range = six.range() as string;
  if (range !== 'unicast') return rangeNames[range] ?? `reserved (${range})`;
  if (isIsatap(six)) return 'reserved (ISATAP)';
  return six.match(globalUnicast) && !six.match(given) ? undefined : 'reserved';
};

/** Whether the second half of an address says that it stands for an IPv4 address inside a site (RFC 5214). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe;
}

function refuseIPv4(address: ipaddr.IPv4): string | undefined {
  if (insideClouds.has(address.toString())) return "a cloud's own service";
  const range = address.range();
  return range === 'unicast' ? undefined : (rangeNames[range] ?? 'reserved');
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

/**
 * ipaddr.js reads "::8.8.8.8" as the mapped "::ffff:8.8.8.8", the operating system does not: the URL parser
 * writes IPv6 in hexadecimal only and so takes the ambiguity away.
 */
function hexadecimal(address: string): string {
  if (!address.includes(':') || !address.includes('.')) return address;
  return new URL(`http://[${address.split('%', 1)[0]}]/`).hostname.slice(1, -1);
}
