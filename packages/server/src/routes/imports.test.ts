import { describe, expect, it } from 'vitest';
import { TAG, treeFromHtml } from 'webpith/stages';
import { type Json, operation, send, storyPage } from '../testing/annotation.js';
import { startTestServer } from '../testing/server.js';

describe('an import', () => {
  it('is a job whose pages can be labelled, exported and imported again', async () => {
    const server = await startTestServer();
    try {
      const request = (path: string, more?: Parameters<typeof send>[2]) => send(server.address, path, more);
      const upload = async (corpus: string, name: string, body: string | Uint8Array<ArrayBuffer>) => {
        await request('/v1/corpora', { body: { name: corpus } });
        const answer = await server.get(`/v1/corpora/${corpus}/imports?name=${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body,
        });
        const { job } = (await answer.json()) as Json;
        expect(answer.status).toBe(202);
        for (;;) {
          const { json } = await request(`/v1/jobs/${job}`);
          if (json.ended !== undefined) return json;
          await new Promise(resolve => setTimeout(resolve, 50));
        }
      };
      const lines = ['pier', 'mole']
        .map(word => JSON.stringify({ id: word, html: storyPage(word) }))
        .join('\n');
      expect(await upload('in', 'pages.jsonl', lines)).toMatchObject({
        state: 'done',
        result: { added: 2, failed: 0 },
      });
      const [page] = (await request('/v1/corpora/in/pages')).json.items;
      const main = treeFromHtml(storyPage('pier')).tag.indexOf(TAG.main);
      const operations = [operation(main, 'main content', { scope: 'subtree' })];
      await request(`/v1/pages/${page.id}/labels`, { body: { operations, done: true } });
      const exported = await server.get('/v1/corpora/in/export?format=jsonl');
      expect(exported.headers.get('content-disposition')).toContain('in.jsonl');
      const again = await upload('out', 'in.jsonl', await exported.text());
      expect(again.result).toMatchObject({ added: 2, failed: 0 });
      const copies = (await request('/v1/corpora/out/pages')).json.items;
      expect(copies.map(({ name, digest }: Json) => [name, digest])).toEqual([
        ['pier', page.digest],
        ['mole', expect.any(String)],
      ]);
      const folder = await server.get('/v1/corpora/in/export');
      expect(new Uint8Array(await folder.arrayBuffer()).subarray(0, 2)).toEqual(Uint8Array.of(0x1f, 0x8b));
      expect((await request('/v1/corpora/out/export?format=arff')).json).toMatchObject({ code: 'conflict' });
      expect(await upload('bad', 'x.bin', 'nothing at all')).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('x.bin is not a WARC file'),
      });
    } finally {
      await server.close();
    }
  });

  it('rejects JSON, an empty body and an unknown corpus', async () => {
    const server = await startTestServer();
    await send(server.address, '/v1/corpora', { body: { name: 'in' } });
    expect((await send(server.address, '/v1/corpora/in/imports', { body: {} })).status).toBe(400);
    expect((await send(server.address, '/v1/corpora/in/imports', { method: 'POST' })).status).toBe(400);
    expect((await send(server.address, '/v1/corpora/none/imports', { method: 'POST' })).status).toBe(404);
    await server.close();
  });
});
