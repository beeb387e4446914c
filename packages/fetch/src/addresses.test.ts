import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAddress, publicAddress } from './addresses.js';

const refused: readonly (readonly [address: string, why: RegExp])[] = [
  ['127.0.0.1', /loopback/],
  ['127.255.255.254', /loopback/],
  ['10.0.0.1', /private/],
  ['172.16.0.1', /private/],
  ['172.31.255.255', /private/],
  ['192.168.1.1', /private/],
  ['169.254.169.254', /link-local/],
  ['100.64.0.1', /carrier-grade/],
  ['100.127.255.255', /carrier-grade/],
  ['0.0.0.0', /unspecified/],
  ['0.1.2.3', /unspecified/],
  ['224.0.0.1', /multicast/],
  ['255.255.255.255', /broadcast/],
  ['240.0.0.1', /reserved/],
  ['198.18.0.1', /reserved/],
  ['192.0.0.192', /reserved/],
  ['192.0.2.1', /reserved/],
  ['168.63.129.16', /cloud/],
  ['::1', /loopback/],
  ['::', /unspecified/],
  ['fe80::1', /link-local/],
  ['fe80::1%eth0', /link-local/],
  ['fec0::1', /site-local/],
  ['fc00::1', /unique-local/],
  ['fd00:ec2::254', /unique-local/],
  ['ff02::1', /multicast/],
  ['::ffff:127.0.0.1', /loopback/],
  ['::ffff:a00:1', /private/],
  ['::127.0.0.1', /reserved/],
  ['::8.8.8.8', /reserved/],
  ['fe80::8.8.8.8%eth0', /link-local/],
  ['64:ff9b::10.0.0.1', /private/],
  ['64:ff9b::a9fe:a9fe', /link-local/],
  ['64:ff9b:1::8.8.8.8', /reserved/],
  ['2002:7f00:1::', /6to4/],
  ['2002:808:808::', /6to4/],
  ['2001:0:808:808::1', /teredo/],
  ['2001:2::1', /benchmarking/],
  ['2001:db8::1', /reserved/],
  ['100::1', /discard/],
  ['4000::1', /reserved/],
  ['localhost', /not an IP/],
  ['', /not an IP/],
];

const allowed = [
  '8.8.8.8',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:2800:220:1::1',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
];

describe('publicAddress', () => {
  it.each(refused)('rejects %s', (address, why) => {
    expect(publicAddress(address)).toMatch(why);
  });

  it.each(allowed)('allows %s', address => {
    expect(publicAddress(address)).toBeUndefined();
  });

  it('treats every spelling of an IPv4 address alike', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const plain = publicAddress(`${a}.${b}.${c}.${d}`);
        expect(publicAddress(`::ffff:${a}.${b}.${c}.${d}`)).toBe(plain);
        expect(publicAddress(`64:ff9b::${a}.${b}.${c}.${d}`)).toBe(plain);
      }),
    );
  });

  it('allows nothing outside the two public IPv6 ranges', () => {
    const outside = fc.constantFrom('1', '4', '5', '8', 'a', 'c', 'e', 'f');
    fc.assert(
      fc.property(outside, fc.integer({ min: 0, max: 0xffff }), (nibble, low) => {
        expect(publicAddress(`${nibble}000::${low.toString(16)}`)).toBeDefined();
      }),
    );
  });

  it('does not apply if private networks are allowed', () => {
    expect(anyAddress('127.0.0.1')).toBeUndefined();
  });
});
