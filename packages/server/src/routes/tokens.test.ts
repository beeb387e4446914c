import { onBothDatabases } from '@webpith/store/testing';
import { expect, it } from 'vitest';
import { openTokenAdmin } from '../auth/tokens.js';
import type { Json } from '../testing/annotation.js';
import { startTestServer, type TestServer } from '../testing/server.js';

onBothDatabases(address => {
  const withTokens = async (test: (server: TestServer, admin: string) => Promise<void>) => {
    const store = address();
    const tokens = await openTokenAdmin(store);
    const { secret } = await tokens.add({ name: 'root', role: 'admin' });
    await tokens.close();
    const server = await startTestServer({ store, tokens: true });
    try {
      await test(server, secret);
    } finally {
      await server.close();
    }
  };
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

  it('grants access by token and role until the token is removed', async () => {
    await withTokens(async (server, admin) => {
      expect((await server.get('/v1/corpora')).status).toBe(401);
      const wrong = `${admin.slice(0, -1)}${admin.endsWith('A') ? 'B' : 'A'}`;
      for (const secret of [wrong, 'x', admin.slice(0, 20)]) {
        expect((await server.get('/v1/corpora', { headers: bearer(secret) })).status).toBe(401);
      }
      const as = (secret: string, path: string, body?: unknown, method?: string) =>
        body === undefined
          ? server.get(path, { headers: bearer(secret), ...(method && { method }) })
          : server.post(path, body, { headers: bearer(secret) });
      const make = async (name: string, role: string) =>
        ((await (await as(admin, '/v1/tokens', { name, role })).json()) as Json).secret as string;
      const [ann, eve] = [await make('ann', 'annotator'), await make('eve', 'reader')];
      expect((await as(admin, '/v1/tokens', { name: 'ann', role: 'admin' })).status).toBe(409);
      expect((await as(ann, '/v1/tokens')).status).toBe(403);
      expect((await as(eve, '/v1/corpora', { name: 'a' })).status).toBe(403);
      expect((await as(ann, '/v1/corpora', { name: 'a' })).status).toBe(201);
      expect((await as(eve, '/v1/corpora')).status).toBe(200);
      expect((await as(ann, '/v1/corpora/a', undefined, 'DELETE')).status).toBe(403);
      const page = (await (await as(ann, '/v1/corpora/a/pages', { html: '<p>x' })).json()) as Json;
      await as(ann, `/v1/pages/${page.id}/labels`, { operations: [], done: true });
      const { items } = (await (await as(eve, `/v1/pages/${page.id}/annotators`)).json()) as Json;
      expect(items.map(({ annotator }: Json) => annotator)).toEqual(['ann']);
      const listed = await (await as(admin, '/v1/tokens')).text();
      expect(JSON.parse(listed).items.map(({ name }: Json) => name)).toEqual(['ann', 'eve', 'root']);
      for (const secret of [admin, ann, eve]) expect(listed).not.toContain(secret.slice(18));
      expect((await as(admin, '/v1/tokens/ann', undefined, 'DELETE')).status).toBe(204);
      expect((await as(ann, '/v1/corpora')).status).toBe(401);
      expect((await as(admin, '/v1/tokens/ann', undefined, 'DELETE')).status).toBe(404);
    });
  });

  it('stores no secret', async () => {
    await withTokens(async ({ services }, admin) => {
      const [row] = await services.store.db.selectFrom('token').selectAll().execute();
      expect(JSON.stringify(row)).not.toContain(admin.slice(18));
      expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
    });
  });
});
