import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articlePage } from '../testing/pages.js';
import { startTestServer, type TestServer } from '../testing/server.js';

let server: TestServer;
let site: string;
const requests: (string | undefined)[] = [];

beforeAll(async () => {
  site = await serve((request, response) => {
    requests.push(request.url);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(articlePage('Ebbton'));
  });
  server = await startTestServer({ allowPrivate: true });
});

afterAll(async () => {
  await server.close();
  closeServers();
});

describe('GET /read/', () => {
  it.each([
    ['as it is', (address: string) => address],
    ['with one slash lost', (address: string) => address.replace('//', '/')],
    ['escaped', encodeURIComponent],
  ])('returns the page as Markdown, with its URL %s', async (_, written) => {
    requests.length = 0;
    const answer = await server.get(`/read/${written(`${site}/story?page=2&a=b%20c`)}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await answer.text()).toMatch(/^# Tides of Ebbton\n\n[\s\S]*Ebbton/);
    expect(requests).toEqual(['/story?page=2&a=b%20c']);
  });

  it.each(['', 'story', 'file:///etc/passwd', 'javascript:alert(1)'])('rejects %j', async path => {
    const answer = await server.get(`/read/${path}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'bad-request',
      remedy: expect.stringContaining('/read/https'),
    });
  });

  it('does not fetch private addresses unless allowed', async () => {
    const guarded = await startTestServer();
    const answer = await guarded.get(`/read/${site}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await answer.json()) as object).toMatchObject({
      detail: expect.stringContaining('public address'),
    });
    await guarded.close();
  });
});
