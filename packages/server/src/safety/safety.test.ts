import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../auth/roles.js';
import { createToken } from '../auth/tokens.js';
import { demandsTokens } from '../options.js';
import { startServer } from '../server.js';
import { articlePage } from '../testing/pages.js';
import { startTestServer, type TestServer } from '../testing/server.js';

/** Sends a request with headers that `fetch` does not allow; returns status and body. */
function send(
  address: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(`${address}${path}`, { method, headers }, answer => {
      let text = '';
      answer.on('data', piece => {
        text += String(piece);
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const extract = JSON.stringify({ html: articlePage('Ebbton'), format: 'text' });

describe('a server on loopback without tokens', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('accepts only the host names of this machine', async () => {
    const { port } = new URL(server.address);
    for (const name of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      expect((await send(server.address, '/v1/session', { headers: { host: name } })).status).toBe(200);
    }
    for (const name of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '192.168.0.7',
    ]) {
      const { status, text } = await send(server.address, '/v1/session', { headers: { host: name } });
      expect([status, JSON.parse(text).code]).toEqual([403, 'forbidden']);
    }
  });

  it('rejects writes from other web pages', async () => {
    const post = (headers: Record<string, string>) =>
      send(server.address, '/v1/extract', {
        method: 'POST',
        headers: { ...json, ...headers },
        body: extract,
      });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ origin: 'null' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await post({ origin: server.address, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await post({ origin: server.address.replace('http:', 'https:') })).status).toBe(200);
    expect((await post({})).status).toBe(200);
  });

  it('allows no other origin to read its responses', async () => {
    const { headers } = await send(server.address, '/v1/session', {
      headers: { origin: 'https://evil.example' },
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('sends a policy without inline scripts, and other security headers, with every response', async () => {
    for (const path of ['/', '/v1/session', '/health', '/nothing', '/docs/', '/openapi.json']) {
      const { headers } = await send(server.address, path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  it('accepts a valid annotator name', async () => {
    const as = (name: string) =>
      send(server.address, '/v1/session', { headers: { 'x-pith-annotator': name } });
    expect(JSON.parse((await as('ada')).text)).toMatchObject({ name: 'ada', role: 'admin' });
    expect((await as('a b<c>')).status).toBe(400);
  });

  it('responds to malformed HTTP and URLs without a stack trace', async () => {
    const { status, text } = await send(server.address, '/%E0%A4%A');
    expect([status, JSON.parse(text).code]).toEqual([400, 'bad-request']);
    const broken = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.address).port), '127.0.0.1', () =>
        socket.end('NO HTTP\r\n\r\n'),
      );
      socket.on('data', piece => resolve(String(piece)));
      socket.on('error', reject);
    });
    expect(broken).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json.*"code":"bad-request"/s);
    const odd = await send(server.address, '/v1/extract', { method: 'PUT' });
    expect([odd.status, JSON.parse(odd.text).code]).toEqual([404, 'not-found']);
  });
});

describe('a server that requires tokens', () => {
  let server: TestServer;
  const secrets = {} as Record<Role, string>;
  beforeAll(async () => {
    const first = await startTestServer();
    for (const role of ROLES) {
      secrets[role] = (await createToken(first.services.store, { name: `the-${role}`, role })).secret;
    }
    const { store } = first.services.options;
    // The same store, now with required tokens; the first server removes the folder.
    const second = await startServer({
      ...first.services.options,
      store,
      port: 0,
      tokens: true,
      rate: 40,
      cors: ['https://friend.example'],
    });
    server = {
      ...first,
      ...second,
      close: async () => {
        await second.close();
        await first.close();
      },
    };
  });
  afterAll(() => server.close());

  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

  it('rejects requests without a valid token', async () => {
    const { status, headers, text } = await send(server.address, '/v1/session');
    expect([status, JSON.parse(text).code]).toEqual([401, 'unauthorised']);
    expect(headers['www-authenticate']).toContain('Bearer');
    expect(
      (await send(server.address, '/v1/session', { headers: bearer('pith_000000000000_x') })).status,
    ).toBe(401);
    expect((await send(server.address, '/v1/session', { headers: bearer(`${secrets.admin}x`) })).status).toBe(
      401,
    );
    expect((await send(server.address, '/health')).status).toBe(200);
  });

  it('identifies the owner of a token and their role', async () => {
    const who = await send(server.address, '/v1/session', {
      headers: { ...bearer(secrets.annotator), 'x-pith-annotator': 'somebody-else' },
    });
    expect(JSON.parse(who.text)).toEqual({ name: 'the-annotator', role: 'annotator', tokensRequired: true });
    const metrics = async (role: Role) =>
      (await send(server.address, '/metrics', { headers: bearer(secrets[role]) })).status;
    expect([await metrics('reader'), await metrics('annotator'), await metrics('admin')]).toEqual([
      403, 403, 200,
    ]);
    const post = await send(server.address, '/v1/extract', {
      method: 'POST',
      headers: { ...json, ...bearer(secrets.reader) },
      body: extract,
    });
    expect(post.status).toBe(200);
  });

  it('keeps a token in a cookie that only the app can use', async () => {
    const post = (token: string) =>
      send(server.address, '/v1/session', { method: 'POST', headers: json, body: JSON.stringify({ token }) });
    expect((await post('wrong')).status).toBe(401);
    const { status, headers } = await post(secrets.reader);
    const [cookie] = headers['set-cookie'] as string[];
    expect([status, cookie]).toEqual([200, expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Strict$/)]);
    const behindProxy = await send(server.address, '/v1/session', {
      method: 'POST',
      headers: { ...json, origin: server.address.replace('http:', 'https:') },
      body: JSON.stringify({ token: secrets.reader }),
    });
    expect(String(behindProxy.headers['set-cookie'])).toMatch(/; Secure$/);
    const sent = { cookie: `other=1; ${cookie!.split(';')[0]}` };
    expect(JSON.parse((await send(server.address, '/v1/session', { headers: sent })).text)).toMatchObject({
      role: 'reader',
    });
    const foreign = await send(server.address, '/v1/extract', {
      method: 'POST',
      headers: { ...json, ...sent, origin: 'https://evil.example' },
      body: extract,
    });
    expect(foreign.status).toBe(403);
    const gone = await send(server.address, '/v1/session', { method: 'DELETE', headers: sent });
    expect([gone.status, String(gone.headers['set-cookie'])]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ]);
  });

  it('accepts calls from an allowed origin', async () => {
    const preflight = await send(server.address, '/v1/extract', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://friend.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers['access-control-allow-origin']).toBe('https://friend.example');
    const post = await send(server.address, '/v1/extract', {
      method: 'POST',
      headers: { ...json, ...bearer(secrets.reader), origin: 'https://friend.example' },
      body: extract,
    });
    expect([post.status, post.headers['access-control-allow-origin']]).toEqual([
      200,
      'https://friend.example',
    ]);
  });

  it('limits the rate of requests per caller', async () => {
    const session = (role: Role) => send(server.address, '/v1/session', { headers: bearer(secrets[role]) });
    // Also on a slow machine, at most two minutes of 40 requests each are touched.
    const answers = await Promise.all(Array.from({ length: 100 }, () => session('annotator')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(JSON.parse(refused[0]!.text)).toMatchObject({ code: 'too-many-requests', status: 429 });
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await session('admin')).status).toBe(200);
  });

  it('counts a batch by its pages', async () => {
    const headers = bearer(
      (await createToken(server.services.store, { name: 'batcher', role: 'reader' })).secret,
    );
    const post = (lines: number) =>
      send(server.address, '/v1/extract/batch', {
        method: 'POST',
        headers,
        body: `${extract}\n`.repeat(lines),
      });
    const { status, text } = await post(40);
    expect([status, text.trim().split('\n').length]).toEqual([200, 40]);
    expect((await send(server.address, '/v1/session', { headers })).status).toBe(429);
    expect((await post(1)).status).toBe(429);
  });

  it('limits the rate of wrong tokens', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        send(server.address, '/v1/session', { headers: bearer(`guess-${i}`) }),
      ),
    );
    const codes = answers.map(({ text }) => JSON.parse(text).code as string);
    expect(new Set(codes)).toEqual(new Set(['unauthorised', 'too-many-requests']));
    expect((await send(server.address, '/v1/session', { headers: bearer(secrets.admin) })).status).toBe(200);
  });
});

describe('a server on a public address', () => {
  it('does not start without a token, and explains how to make one', async () => {
    const { folder, close } = await startTestServer();
    try {
      const start = startServer({ host: '0.0.0.0', port: 0, store: `${folder}/empty.sqlite`, threads: 1 });
      await expect(start).rejects.toMatchObject({
        name: 'ServerError',
        code: 'no-token',
        message: expect.stringContaining('pith token add'),
      });
    } finally {
      await close();
    }
  });

  it('is one that is not loopback', () => {
    const isPublic = (host: string) => demandsTokens({ host, tokens: false });
    const names = ['localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost', 'localhost.localdomain'];
    for (const host of ['127.0.0.1', '127.9.9.9', '::1', ...names]) expect(isPublic(host), host).toBe(false);
    for (const host of [
      '0.0.0.0',
      '::',
      '192.168.1.1',
      'example.org',
      'localhost.example.org',
      '',
      '127.0.0.1.nip.example',
    ]) {
      expect(isPublic(host), host).toBe(true);
    }
  });
});
