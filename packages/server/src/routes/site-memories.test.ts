import { closeServers, serve } from '@webpith/fetch/testing';
import { changeSiteMemory } from '@webpith/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExtractResult, SiteMemoryEntry } from '../api/index.js';
import { startTestServer, type TestServer } from '../testing/server.js';

const BOX =
  'We are a small group of editors and write about things that people make. Send us a picture of what you have made.';

const pageOf = (subject: string) =>
  `<html lang=en><title>The ${subject}</title><body><h1>The ${subject}</h1>
  <div><p>The ${subject} was built by people who had never seen one, from a drawing that one of them had found in a book.</p></div>
  <div><p>When the ${subject} was done, nobody in the village wanted to try it, and so it waited in the yard all winter.</p></div>
  <div class=side><p>${BOX}</p></div>`;

let server: TestServer;
let site: string;

beforeAll(async () => {
  site = await serve(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(url!.slice(1)));
  });
  server = await startTestServer({ allowPrivate: true, sites: true });
});
afterAll(async () => {
  await server.close();
  closeServers();
});

async function extract(subject: string, more: object = {}, from = server): Promise<ExtractResult> {
  const answer = await from.post('/v1/extract', { url: `${site}/${subject}`, outputs: ['text'], ...more });
  return (await answer.json()) as ExtractResult;
}

const memories = async () =>
  ((await (await server.get('/v1/site-memories')).json()) as { items: SiteMemoryEntry[] }).items;

const remove = (path: string) => server.get(`/v1/site-memories${path}`, { method: 'DELETE' });

describe('the memories of sites', () => {
  it('grow with fetched pages, and drop what the pages repeat', async () => {
    expect((await extract('kite')).outputs?.text).toContain(BOX);
    for (const subject of ['organ', 'oven', 'sledge', 'sledge']) await extract(subject);
    const boat = await extract('boat');
    expect(boat.outputs?.text).toContain('The boat was built');
    expect(boat.outputs?.text).not.toContain(BOX);
    expect(boat.siteMemory).toEqual({ site: '127.0.0.1', pages: 5 });
    expect(await memories()).toEqual([{ site: '127.0.0.1', pages: 5, updated: expect.any(String) }]);
  });

  it('have an effect on sent pages, but do not grow with them', async () => {
    const sent = await extract('clock', { html: pageOf('clock') });
    expect(sent.outputs?.text).not.toContain(BOX);
    expect((await memories())[0]?.pages).toBe(5);
  });

  it('have no effect on requests without them', async () => {
    const alone = await extract('boat', { applySiteMemory: false });
    expect(alone.outputs?.text).toContain(BOX);
    expect(alone.siteMemory).toBeUndefined();
  });

  it('are removed for one site or all', async () => {
    expect((await remove('/127.0.0.1')).status).toBe(204);
    expect((await remove('/127.0.0.1')).status).toBe(404);
    expect((await extract('boat')).outputs?.text).toContain(BOX);
    expect((await remove('')).status).toBe(204);
    expect(await memories()).toEqual([]);
  });

  it('grow again if a stored one cannot be read', async () => {
    await changeSiteMemory(server.services.store, '127.0.0.1', () => ({ memory: '{"version":9}', pages: 3 }));
    expect((await extract('boat')).siteMemory).toEqual({ site: '127.0.0.1', pages: 1 });
    await remove('');
  });

  it('are off by default', async () => {
    const plain = await startTestServer({ allowPrivate: true });
    expect((await extract('boat', {}, plain)).siteMemory).toBeUndefined();
    expect(await (await plain.get('/v1/site-memories')).json()).toEqual({ items: [] });
    await plain.close();
  });
});
