import { createServer } from 'node:http';
import {
  createServer as createTcpServer,
  getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
} from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResolveHost } from './connector.js';
import { fetchPage } from './page.js';
import { fetchFailure } from './testing/fetch-failure.js';
import { closeServers, html, listening, serve } from './testing/servers.js';

afterEach(closeServers);

/** Resolves the names in the table. */
function resolver(table: Record<string, string | string[]>): ResolveHost {
  return (hostname, _options, callback) => {
    const addresses = [table[hostname] ?? []].flat();
    callback(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

describe('the guard', () => {
  it.each([
    '127.0.0.1',
    'localhost',
    'localhost.',
    'localhost..',
    'a.localhost',
    'ip6-localhost',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ])('does not connect to %s', async host => {
    let connections = 0;
    const port = await listening(createTcpServer(() => connections++));
    const error = await fetchFailure(`http://${host}:${port}/`, { allowPrivate: false });
    expect(error.code).toBe('blocked-address');
    expect(error.message).toContain('allowPrivate');
    expect(error.option).toBe('allowPrivate');
    expect(connections).toBe(0);
  });

  it('checks a public-looking name by its resolved address', async () => {
    const resolve = resolver({ 'news.example': '10.1.2.3' });
    const error = await fetchFailure('https://news.example/', { allowPrivate: false, resolve });
    expect(error.code).toBe('blocked-address');
    expect(error.message).toContain(
      'news.example resolves to 10.1.2.3, which is not a public address (private)',
    );
  });

  it('rejects a name with one private address among public ones', async () => {
    const resolve = resolver({ 'mixed.example': ['93.184.215.14', 'fd00::1'] });
    expect((await fetchFailure('http://mixed.example/', { allowPrivate: false, resolve })).code).toBe(
      'blocked-address',
    );
  });

  it('checks every redirect: from a public name to a private one, and to a literal address', async () => {
    for (const target of ['http://inside.example/', 'http://127.0.0.2/', 'http://[::1]/']) {
      const site = await serve((_request, response) => response.writeHead(302, { location: target }).end());
      const { port } = new URL(site);
      const error = await fetchFailure(`http://public.example:${port}/`, {
        resolve: resolver({ 'public.example': '127.0.0.1', 'inside.example': '127.0.0.2' }),
        rule: address => (address === '127.0.0.1' ? undefined : 'private'),
      });
      expect(error.code).toBe('blocked-address');
    }
  });

  it('resolves a name once per connection, and connects to the address that it checked', async () => {
    let lookups = 0;
    const port = await listening(createServer(html('reached')));
    // Public at the first look, private from the second on.
    const resolve: ResolveHost = (_hostname, _options, callback) =>
      callback(null, [{ address: ++lookups === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
    const seen: string[] = [];
    const rule = (address: string) => {
      seen.push(address);
      return address === '192.0.2.1' ? undefined : 'private';
    };
    await fetchFailure(`http://changing.example:${port}/`, { resolve, rule, timeout: 300 });
    expect(lookups).toBe(1);
    expect(seen).toEqual(['192.0.2.1']);
  });

  it('blocks DNS rebinding', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    let connections = 0;
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: '/again', connection: 'close' }).end();
    });
    const port = await listening(server);
    server.on('connection', () => connections++);
    const error = await fetchFailure(`http://rebind.example:${port}/`, {
      resolve: (_hostname, _options, callback) => callback(null, [{ address: answers.shift()!, family: 4 }]),
      rule: address => (address === '127.0.0.1' ? undefined : 'private'),
    });
    expect(error.code).toBe('blocked-address');
    expect(error.message).toContain('127.0.0.2');
    expect(connections).toBe(1);
  });

  it('reports a host without an address', async () => {
    const error = await fetchFailure('http://nowhere.example/', { resolve: resolver({}) });
    expect(error.code).toBe('unknown-host');
    expect(error.message).toContain('nowhere.example');
  });

  it('connects if the rule allows it, by name and on any port', async () => {
    const { port } = new URL(await serve(html('inside')));
    const resolve = resolver({ 'public.example': '127.0.0.1' });
    const page = await fetchPage(`http://public.example:${port}/`, { allowPrivate: true, resolve });
    expect(Buffer.from(page.bytes).toString()).toBe('inside');
  });

  it('guards single-address lookups too', async () => {
    const before = getDefaultAutoSelectFamily();
    setDefaultAutoSelectFamily(false);
    try {
      const { port } = new URL(await serve(html('inside')));
      const resolve = resolver({ 'public.example': '127.0.0.1' });
      const address = `http://public.example:${port}/`;
      expect((await fetchFailure(address, { allowPrivate: false, resolve })).code).toBe('blocked-address');
      expect((await fetchPage(address, { allowPrivate: true, resolve })).bytes).toHaveLength(6);
    } finally {
      setDefaultAutoSelectFamily(before);
    }
  });
});
