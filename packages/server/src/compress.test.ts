import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/server.js';

let server: TestServer;
let app: string;
beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'pith-app-'));
  await mkdir(join(app, 'assets'));
  await writeFile(join(app, 'index.html'), '<!doctype html><title>Pith</title>');
  await writeFile(join(app, 'assets', 'parts.js'), 'const words = "the tide comes in";\n'.repeat(200));
  server = await startTestServer({ app });
});
afterAll(async () => {
  await server.close();
  await rm(app, { recursive: true });
});

const asked = (path: string, encoding: string, method = 'GET') =>
  server.get(path, { method, headers: { 'accept-encoding': encoding } });

it.each(['/assets/parts.js', '/openapi.json'])('compresses %s for callers that accept it', async path => {
  const plain = await asked(path, 'identity');
  expect(plain.headers.get('content-encoding')).toBeNull();
  const packed = await asked(path, 'gzip, br');
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(await packed.text()).toBe(await plain.text());
});

it('sends short responses and heads as they are', async () => {
  expect((await asked('/health', 'gzip')).headers.get('content-encoding')).toBeNull();
  expect(await (await asked('/assets/parts.js', 'gzip', 'HEAD')).text()).toBe('');
});
