import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('a server on loopback', () => {
  it('reports its health', async () => {
    const answer = await server.get('/health');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'ok', store: 'sqlite' });
  });

  it('treats everyone on this machine as admin', async () => {
    const answer = await server.get('/v1/session');
    expect(await answer.json()).toEqual({ name: 'local', role: 'admin', tokensRequired: false });
  });

  it('returns a problem for an unknown path', async () => {
    const answer = await server.get('/v1/nothing');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ type: 'about:blank', status: 404, code: 'not-found' });
  });

  it('returns a problem that names the field for a bad body', async () => {
    const answer = await server.post('/v1/session', { token: 7 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'bad-request',
      detail: expect.stringContaining('body.token'),
    });
  });

  it('serves its OpenAPI description and documentation', async () => {
    const description = (await (await server.get('/openapi.json')).json()) as {
      paths: Record<string, unknown>;
    };
    expect(Object.keys(description.paths)).toContain('/v1/session');
    const page = await server.get('/docs/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it('explains how to build the app if it is not built', async () => {
    const answer = await server.get('/');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ remedy: expect.stringContaining('npm run build') });
  });
});

describe('the app', () => {
  it('is served with its policy, and no files outside its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pith-app-'));
    await mkdir(join(folder, 'dist/assets'), { recursive: true });
    await writeFile(join(folder, 'dist/index.html'), '<!doctype html><title>App</title>');
    await writeFile(join(folder, 'dist/assets/app.js'), 'export {};');
    await writeFile(join(folder, 'secret.txt'), 'secret');
    const withApp = await startTestServer({ app: join(folder, 'dist') });
    try {
      const page = await withApp.get('/');
      expect(await page.text()).toContain('<title>App</title>');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
      const script = await withApp.get('/assets/app.js');
      expect(script.headers.get('content-type')).toContain('javascript');
      for (const path of [
        '/../secret.txt',
        '/%2e%2e/secret.txt',
        '/assets/..%2f..%2fsecret.txt',
        '/assets/none.js',
      ]) {
        const answer = await withApp.get(path);
        expect(answer.ok).toBe(false);
        expect(answer.headers.get('content-type')).toContain('problem+json');
      }
    } finally {
      await withApp.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
