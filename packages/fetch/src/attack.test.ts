import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { publicAddress } from './addresses.js';
import type { ResolveHost } from './connector.js';
import { FetchError } from './errors.js';
import { fetchPage } from './page.js';
import { fetchFailure } from './testing/fetch-failure.js';
import { closeServers, html, listening, serve } from './testing/servers.js';
import { checkedUrl } from './url.js';

afterEach(closeServers);

/** A resolver that returns each name's answers in turn, and then the last one forever. */
function changing(table: Record<string, readonly (readonly string[])[]>): ResolveHost {
  const lookups = new Map<string, number>();
  return (hostname, _options, callback) => {
    const answers = table[hostname] ?? [[]];
    const time = lookups.get(hostname) ?? 0;
    lookups.set(hostname, time + 1);
    const addresses = answers[Math.min(time, answers.length - 1)]!;
    callback(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

describe('addresses', () => {
  it.each([
    // Special-purpose IPv4 ranges from smaller registries.
    ...['192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '198.51.100.7', '203.0.113.9'],
    ...['198.19.255.255', '192.0.0.8', '192.0.0.170', '224.0.0.251', '239.255.255.250', '169.254.170.2'],
    ...['100.100.100.200', '0.0.0.0', '0.255.255.255', '255.255.255.254'],
    // IPv4 embedded in IPv6, in every known way.
    ...['::ffff:169.254.169.254', '0:0:0:0:0:ffff:7f00:1', '::ffff:0:127.0.0.1', '::127.0.0.1', '::7f00:1'],
    ...['64:ff9b::127.0.0.1', '64:ff9b::c0a8:1', '64:ff9b:1::7f00:1', '2002:7f00:1::1', '2002:c0a8:101::1'],
    ...['2001:0:7f00:1::', '2001:470::5efe:7f00:1', '2001:470::200:5efe:a00:1', 'fe80::5efe:10.0.0.1'],
    // Special-purpose IPv6.
    ...[
      '::',
      '::1',
      '::1%lo',
      'fe80::1%1',
      'fec0::1',
      'fc00::1',
      'fdff::1',
      'fd00:ec2::254',
      'ff0e::1',
      'ff02::fb',
    ],
    ...[
      '100::1',
      '100:0:0:1::1',
      '2001:1::1',
      '2001:2::1',
      '2001:3::1',
      '2001:4:112::1',
      '2001:10::1',
      '2001:20::1',
    ],
    ...['2001:30::1', '2001:db8::1', '3fff::1', '3ffe::1', '5f00::1', '2620:4f:8000::1', '4000::1', '1::1'],
    // Spellings that programs parse differently or not at all.
    ...[
      '127.1',
      '1',
      '0x7f.1',
      '010.0.0.1',
      '1.2.3',
      '8.8.8.8 ',
      '8.8.8.8\n',
      '２.2.2.2',
      '0x8.8.8.8',
      '08.8.8.8',
      '',
    ],
  ])('rejects %j as not public', address => {
    expect(publicAddress(address)).toBeDefined();
  });

  it.each(['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', '2a00:1450::5efd:1', '::ffff:1.1.1.1'])(
    'accepts %s as public',
    address => {
      expect(publicAddress(address)).toBeUndefined();
    },
  );
});

describe('spellings of this machine', () => {
  it.each([
    ...[
      '0',
      '0x0',
      '00000000000',
      '127.0.1',
      '0177.1',
      '0x7f000001',
      '2130706433',
      '127。0。0。1',
      '127．0．0．1',
    ],
    ...[
      '１２７.0.0.1',
      '⑯⑨。②⑤④。⑯⑨。②⑤④',
      '0x7f.0x0.0x0.0x1',
      '127.0.0.01',
      '127.0.0.1.',
      '%31%32%37.0.0.1',
    ],
    ...[
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[::]',
      '[64:ff9b::169.254.169.254]',
    ],
    ...['4294967295', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376'],
  ])('http://%s/ is checked by the address it resolves to', host => {
    const { hostname } = checkedUrl(`http://${host}/`);
    expect(publicAddress(hostname.replace(/^\[|\]$/g, ''))).not.toBe('not an IP address');
    expect(publicAddress(hostname.replace(/^\[|\]$/g, ''))).toBeDefined();
  });

  it.each([
    'localhost',
    'localhost.',
    'LOCALHOST',
    'localhost%2e',
    'ｌｏｃａｌｈｏｓｔ',
    '%6c%6f%63alhost',
    'loc\tal\nhost',
  ])('http://%s/ is not connected to', async host => {
    let connections = 0;
    const port = await listening(createTcpServer(() => connections++));
    const resolve = changing({ localhost: [['127.0.0.1']], 'localhost.': [['127.0.0.1', '::1']] });
    const error = await fetchFailure(`http://${host}:${port}/`, { allowPrivate: false, resolve });
    expect(error.code).toBe('blocked-address');
    expect(connections).toBe(0);
  });
});

describe('deceptive URLs are rejected', () => {
  it.each([
    ['http://public.example@127.0.0.1/', /user name/],
    ['http://public.example:80@127.0.0.1/', /user name/],
    ['http://:@127.0.0.1/', undefined],
    ['http://127.0.0.1%00.public.example/', /web address/],
    ['http://127.0.0.1%09/', /web address/],
    ['http://4294967296/', /web address/],
    ['http://1.2.3.4.5/', /web address/],
    ['http://[fe80::1%25eth0]/', /web address/],
    ['http://[::1].public.example/', /web address/],
    ['http://127.0.0.1:80:80/', /web address/],
    ['http://public.example:0/', /port/],
    ['http://public.example:00025/', /port/],
    ['https://public.example:6667/', /port/],
    ['ws://public.example/', /ws/],
    ['blob:http://public.example/x', /blob/],
    ['data:text/html,x', /data/],
    ['about:blank', /about/],
    ['view-source:http://public.example/', /view-source/],
  ])('%s', (address, why) => {
    const check = () => {
      const url = checkedUrl(address);
      const refusal = publicAddress(url.hostname);
      if (refusal !== undefined) throw new FetchError('blocked-address', refusal);
    };
    expect(check).toThrow(FetchError);
    if (why !== undefined) expect(check).toThrow(why);
  });

  it.each([
    ['http://public.example\\@127.0.0.1/', 'public.example'],
    ['http://127.0.0.1\\@public.example/', '127.0.0.1'],
    ['http://public.example#@127.0.0.1/', 'public.example'],
    ['http://public.example?@127.0.0.1/', 'public.example'],
    ['http:\\\\127.0.0.1\\', '127.0.0.1'],
    ['http:///127.0.0.1/', '127.0.0.1'],
  ])('%s is requested from %s only', (address, host) => {
    expect(checkedUrl(address).hostname).toBe(host);
  });
});

describe('redirects', () => {
  const blockedAll = { rule: (address: string) => (address === '127.0.0.1' ? undefined : 'private') };

  it.each([
    ['//127.0.0.2/', 'blocked-address'],
    ['http://2130706434/', 'blocked-address'],
    ['http://0x7f.2/', 'blocked-address'],
    ['http://[::ffff:127.0.0.2]/', 'blocked-address'],
    ['http://169.254.169.254/latest/meta-data/', 'blocked-address'],
    ['http://[fd00:ec2::254]/', 'blocked-address'],
    ['http://0.0.0.0/', 'blocked-address'],
    ['http://inside.example/', 'blocked-address'],
    ['http:\\\\127.0.0.2\\', 'blocked-address'],
    ['file:///etc/passwd', 'bad-url'],
    ['ftp://public.example/', 'bad-url'],
    ['gopher://127.0.0.1:6379/_FLUSHALL', 'bad-url'],
    ['javascript:alert(1)', 'bad-url'],
    ['data:text/html,x', 'bad-url'],
    ['http://user:secret@public.example/', 'bad-url'],
    ['http://public.example:25/', 'bad-url'],
    ['http://public.example:6379x/', 'bad-url'],
    ['http://[::1', 'bad-url'],
  ])('to %s are stopped', async (location, code) => {
    const site = await serve((_request, response) => response.writeHead(302, { location }).end());
    const resolve = changing({ 'public.example': [['127.0.0.1']], 'inside.example': [['127.0.0.2']] });
    const error = await fetchFailure(`http://public.example:${new URL(site).port}/`, {
      ...blockedAll,
      resolve,
    });
    expect(error.code).toBe(code);
    expect(error.message).not.toContain('secret');
  });

  it('are checked at every hop', async () => {
    let hops = 0;
    const site = await serve((_request, response) => {
      const location = ++hops < 5 ? `/${hops}` : 'http://127.0.0.2/';
      response.writeHead(307, { location }).end();
    });
    const error = await fetchFailure(site, blockedAll);
    expect(error.code).toBe('blocked-address');
    expect(hops).toBe(5);
  });

  it('with a body are checked too', async () => {
    const site = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.2/', 'content-type': 'text/html' }).end('<p>x'),
    );
    expect((await fetchFailure(site, blockedAll)).code).toBe('blocked-address');
  });

  it('by meta refresh are not followed', async () => {
    let requests = 0;
    const inside = await serve((_request, response) => response.end(String(requests++)));
    const page = `<meta http-equiv=refresh content="0;url=${inside}/"><p>text`;
    const site = await serve(html(page, { refresh: `0;url=${inside}/`, link: `<${inside}/>; rel=preload` }));
    await fetchPage(site, { allowPrivate: true });
    expect(requests).toBe(0);
  });
});

describe('names that change their address are blocked', () => {
  const rule = (address: string) => (address === '127.0.0.1' ? undefined : 'private');

  it('between two fetches', async () => {
    const site = await serve(html('<p>text'));
    const url = `http://changing.example:${new URL(site).port}/`;
    const resolve = changing({ 'changing.example': [['127.0.0.1'], ['127.0.0.2']] });
    expect((await fetchPage(url, { rule, resolve })).bytes.length).toBeGreaterThan(0);
    expect((await fetchFailure(url, { rule, resolve })).code).toBe('blocked-address');
  });

  it('between a page and its redirect to itself', async () => {
    const site = await serve((request, response) => {
      response.shouldKeepAlive = false;
      if (request.url === '/') response.writeHead(302, { location: '/again', connection: 'close' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('inside');
    });
    const resolve = changing({ 'changing.example': [['127.0.0.1'], ['127.0.0.2']] });
    const error = await fetchFailure(`http://changing.example:${new URL(site).port}/`, { rule, resolve });
    expect(error.code).toBe('blocked-address');
  });

  it('if one of several addresses is private, in any order and family', async () => {
    for (const addresses of [
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '127.0.0.1'],
      ['127.0.0.1', '::1'],
      ['::ffff:127.0.0.2', '127.0.0.1'],
    ]) {
      const resolve = changing({ 'mixed.example': [addresses] });
      const error = await fetchFailure('http://mixed.example/', { rule, resolve });
      expect(error.code, addresses.join()).toBe('blocked-address');
    }
  });

  it('if the answers are not addresses', async () => {
    for (const address of ['localhost', '127.1', '0x7f.1', '']) {
      const resolve = changing({ 'odd.example': [[address]] });
      const error = await fetchFailure('http://odd.example/', { allowPrivate: false, resolve });
      expect(error.code, address).toBe('blocked-address');
    }
  });
});
