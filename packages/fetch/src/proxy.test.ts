import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchPage } from './page.js';
import { proxyFor } from './proxy.js';
import { closeServers, html, listening, serve } from './testing/servers.js';

afterAll(closeServers);

const proxyOf = (address: string, variables: Record<string, string>) => proxyFor(new URL(address), variables);

describe('the proxy for a URL', () => {
  const variables = { https_proxy: 'http://one.example:3128', HTTP_PROXY: 'two.example:80' };

  it('comes from the variable of its scheme, in lower or upper case, or from ALL_PROXY', () => {
    expect(proxyOf('https://example.org/', variables)).toBe('http://one.example:3128');
    expect(proxyOf('http://example.org/', variables)).toBe('http://two.example:80');
    expect(proxyOf('http://example.org/', { ALL_PROXY: 'http://all.example' })).toBe('http://all.example');
    expect(proxyOf('http://example.org/', { https_proxy: 'x', http_proxy: '' })).toBeUndefined();
  });

  it.each([
    ['*', true],
    ['example.org', true],
    ['.example.org', true],
    ['*.example.org', true],
    ['a.test, org', true],
    ['ample.org', false],
    ['example.org:443', true],
    ['example.org:8443', false],
    ['', false],
  ])('is skipped if no_proxy is %j: %s', (list, isExcepted) => {
    const found = proxyOf('https://www.example.org/', { ...variables, no_proxy: list });
    expect(found === undefined).toBe(isExcepted);
  });

  it.each([
    'https://localhost/',
    'https://localhost./',
    'https://ip6-localhost/',
    'https://127.0.0.1:8/',
    'https://[::1]/',
    'https://a.localhost/',
  ])('is skipped for this machine: %s', address => expect(proxyOf(address, variables)).toBeUndefined());

  it('is rejected if it is not HTTP, without printing its password', () => {
    const socks = () => proxyOf('https://example.org/', { https_proxy: 'socks5://me:secret@s.example' });
    expect(socks).toThrow(/is not an http or https proxy/);
    expect(socks).not.toThrow(/secret/);
  });
});

describe('a fetch through a proxy', () => {
  it('requests the absolute URL from the proxy', async () => {
    const requests: string[] = [];
    const http_proxy = await serve((request, response) => {
      requests.push(request.url ?? '');
      html('<p>By proxy</p>')(request, response);
    });
    const resolve = (_host: string, _options: unknown, done: (error: Error | null, found: never[]) => void) =>
      done(new Error('no names here'), []);
    const page = await fetchPage('http://news.example/story', { proxies: { http_proxy }, resolve });
    expect(requests).toEqual(['http://news.example/story']);
    expect(Buffer.from(page.bytes).toString()).toBe('<p>By proxy</p>');
  });

  it('tunnels to HTTPS sites', async () => {
    const requests: string[] = [];
    const site = await listening(createServer(html('not reached: this one speaks no TLS')));
    const proxy = createServer().on('connect', (request, socket) => {
      requests.push(request.url ?? '');
      const onward = connect(site, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [socket, onward]) end.on('error', () => {});
    });
    const https_proxy = `http://127.0.0.1:${await listening(proxy)}`;
    await expect(fetchPage('https://news.example/', { proxies: { https_proxy } })).rejects.toThrow(/https/);
    expect(requests).toEqual(['news.example:443']);
  });

  it('still rejects private addresses, by number and by name', async () => {
    const http_proxy = await serve(html('a secret'));
    const proxies = { http_proxy };
    await expect(fetchPage('http://10.0.0.1/', { proxies })).rejects.toMatchObject({
      code: 'blocked-address',
    });
    const resolve = (_host: string, _options: unknown, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '192.168.0.7', family: 4 }]);
    await expect(fetchPage('http://intranet/', { proxies, resolve: resolve as never })).rejects.toMatchObject(
      {
        code: 'blocked-address',
      },
    );
    expect((await fetchPage('http://10.0.0.1/', { proxies, allowPrivate: true })).bytes.length).toBe(8);
  });
});

describe('a fetch through a proxy, with a rule of the caller', () => {
  it('applies the rule to addresses and to names that resolve here', async () => {
    let requests = 0;
    const http_proxy = await serve((request, response) => {
      requests++;
      html('<p>By proxy</p>')(request, response);
    });
    const rule = (address: string) => (address.startsWith('203.') ? 'on the list' : undefined);
    const resolve = (_host: string, _options: unknown, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '203.0.113.7', family: 4 }]);
    const options = { proxies: { http_proxy }, rule, resolve: resolve as never };
    for (const address of ['http://203.0.113.7/', 'http://news.example/']) {
      await expect(fetchPage(address, options)).rejects.toMatchObject({ code: 'blocked-address' });
    }
    expect(requests).toBe(0);
    await fetchPage('http://198.51.100.7/', options);
    expect(requests).toBe(1);
  });
});

it.each(['localhost.', 'ip6-localhost', 'localhost.localdomain'])(
  'does not use a proxy for %s, which would be the proxy itself',
  async host => {
    let requests = 0;
    const http_proxy = await serve((_request, response) => {
      requests++;
      response.end();
    });
    const nowhere = (_host: string, _options: unknown, done: (error: Error, found: never[]) => void) =>
      done(new Error('not found'), []);
    const fetched = fetchPage(`http://${host}/`, { proxies: { http_proxy }, resolve: nowhere });
    await expect(fetched).rejects.toMatchObject({ code: 'blocked-address' });
    expect(requests).toBe(0);
  },
);

describe('custom headers', () => {
  it('are sent to the requested site and not to redirect targets', async () => {
    const seen: (string | undefined)[][] = [];
    const note = ({ headers }: IncomingMessage) => seen.push([headers['user-agent'], headers.cookie]);
    const other = await serve((request, response) => {
      note(request);
      html('<p>Moved</p>')(request, response);
    });
    const first = await serve((request, response) => {
      note(request);
      response.writeHead(302, { location: request.url === '/again' ? other : '/again' }).end();
    });
    await fetchPage(first, { allowPrivate: true, userAgent: 'reader/1', headers: { cookie: 'a=b' } });
    expect(seen).toEqual([
      ['reader/1', 'a=b'],
      ['reader/1', 'a=b'],
      ['reader/1', undefined],
    ]);
  });
});
