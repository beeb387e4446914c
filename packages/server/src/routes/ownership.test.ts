import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTokenAdmin } from '../auth/tokens.js';
import type { Json } from '../testing/annotation.js';
import { articlePage } from '../testing/pages.js';
import { startTestServer, type TestServer } from '../testing/server.js';

/**
 * Every route of the server: the weakest role that may use it, and whose data it changes. `own`: only what the caller
 * made; `shared`: what all callers of the role work on.
 */
const ROUTES: Readonly<
  Record<string, readonly [role: Role | 'public', changes: 'nothing' | 'own' | 'shared']>
> = {
  'GET /health': ['public', 'nothing'],
  'GET /ready': ['public', 'nothing'],
  'GET /metrics': ['admin', 'nothing'],
  'GET /v1/session': ['reader', 'nothing'],
  'POST /v1/session': ['public', 'own'],
  'DELETE /v1/session': ['public', 'own'],
  'GET /v1/methods': ['reader', 'nothing'],
  'POST /v1/extract': ['reader', 'own'],
  'GET /read/{*}': ['reader', 'nothing'],
  'POST /v1/extract/batch': ['reader', 'own'],
  'GET /frame/views/{view}': ['reader', 'nothing'],
  'GET /frame/pages/{page}': ['reader', 'nothing'],
  'GET /frame/views/{view}/rich': ['reader', 'nothing'],
  'GET /v1/corpora/{corpus}/agreement': ['reader', 'nothing'],
  'GET /v1/corpora': ['reader', 'nothing'],
  'POST /v1/corpora': ['annotator', 'shared'],
  'GET /v1/corpora/{corpus}': ['reader', 'nothing'],
  'DELETE /v1/corpora/{corpus}': ['admin', 'shared'],
  'GET /v1/corpora/{corpus}/export': ['reader', 'nothing'],
  'POST /v1/corpora/{corpus}/imports': ['annotator', 'shared'],
  'GET /v1/label-sets': ['reader', 'nothing'],
  'GET /v1/pages/{page}/labels': ['reader', 'nothing'],
  'POST /v1/pages/{page}/labels': ['annotator', 'own'],
  'POST /v1/pages/{page}/adjudication': ['annotator', 'shared'],
  'GET /v1/pages/{page}/annotators': ['reader', 'nothing'],
  'GET /v1/corpora/{corpus}/pages': ['reader', 'nothing'],
  'POST /v1/corpora/{corpus}/pages': ['annotator', 'shared'],
  'GET /v1/pages/{page}': ['reader', 'nothing'],
  'DELETE /v1/pages/{page}': ['admin', 'shared'],
  'GET /v1/pages/{page}/source': ['reader', 'nothing'],
  'GET /v1/pages/{page}/suggestions': ['reader', 'nothing'],
  'GET /v1/corpora/{corpus}/uncertainty': ['reader', 'nothing'],
  'GET /v1/tokens': ['admin', 'nothing'],
  'POST /v1/tokens': ['admin', 'shared'],
  'DELETE /v1/tokens/{name}': ['admin', 'shared'],
  'POST /v1/jobs': ['annotator', 'shared'],
  'GET /v1/jobs': ['reader', 'nothing'],
  'GET /v1/jobs/{job}': ['reader', 'nothing'],
  'GET /v1/jobs/events': ['reader', 'nothing'],
  'GET /v1/jobs/{job}/events': ['reader', 'nothing'],
  'POST /v1/jobs/{job}/stop': ['annotator', 'own'],
  'POST /v1/models': ['admin', 'shared'],
  'GET /v1/models': ['reader', 'nothing'],
  'GET /v1/models/methods': ['reader', 'nothing'],
  'GET /v1/models/{model}/plots': ['reader', 'nothing'],
  'GET /v1/models/{model}/file': ['reader', 'nothing'],
  'DELETE /v1/models/{model}': ['admin', 'shared'],
  'GET /v1/evaluations': ['reader', 'nothing'],
  'GET /v1/evaluations/corpora': ['reader', 'nothing'],
  'GET /v1/evaluations/{evaluation}': ['reader', 'nothing'],
  'DELETE /v1/evaluations/{evaluation}': ['admin', 'shared'],
  'POST /v1/evaluations/{evaluation}/pages': ['reader', 'own'],
  'POST /v1/feedback': ['annotator', 'own'],
  'GET /v1/feedback': ['reader', 'nothing'],
  'DELETE /v1/feedback/{feedback}': ['admin', 'shared'],
  'GET /v1/site-memories': ['reader', 'nothing'],
  'DELETE /v1/site-memories': ['annotator', 'shared'],
  'DELETE /v1/site-memories/{site}': ['annotator', 'shared'],
  'GET /v1/site-rules': ['reader', 'nothing'],
  'POST /v1/site-rules': ['annotator', 'shared'],
  'GET /v1/site-rules/sites': ['reader', 'nothing'],
  'POST /v1/site-rules/trial': ['reader', 'nothing'],
  'DELETE /v1/site-rules/{site}': ['annotator', 'shared'],
  'GET /v1/settings': ['reader', 'nothing'],
  'PUT /v1/settings': ['admin', 'shared'],
  'GET /v1/views': ['reader', 'nothing'],
  'DELETE /v1/views': ['reader', 'own'],
  'GET /v1/views/{view}': ['reader', 'nothing'],
  'PUT /v1/views/{view}': ['reader', 'own'],
  'DELETE /v1/views/{view}': ['reader', 'own'],
};

const ROLES = ['reader', 'annotator', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Callers: one of each role, and others of the same role. */
const CALLERS = {
  rita: 'reader',
  ross: 'reader',
  ann: 'annotator',
  abe: 'annotator',
  root: 'admin',
} as const satisfies Record<string, Role>;
type Name = keyof typeof CALLERS;

let server: TestServer;
const secrets = new Map<Name, string>();
beforeAll(async () => {
  const starting = await startTestServer({ corpora: '/nowhere' });
  const store = starting.services.options.store;
  const tokens = await openTokenAdmin(store);
  for (const [name, role] of Object.entries(CALLERS))
    secrets.set(name as Name, (await tokens.add({ name, role })).secret);
  await tokens.close();
  server = await startTestServer({ store, tokens: true, corpora: '/nowhere', rate: 0 });
  const { close } = server;
  server = { ...server, close: async () => void (await Promise.all([close(), starting.close()])) };
});
afterAll(() => server.close());

async function send(as: Name | undefined, method: string, path: string, body?: unknown) {
  const answer = await server.get(path, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${secrets.get(as)}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // An event stream has no end.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body!.cancel();
    return { status: answer.status, json: undefined as Json };
  }
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: answer.status, json: (isJson ? JSON.parse(text.split('\n', 1)[0]!) : undefined) as Json };
}

it('covers every route of the server', async () => {
  const { paths } = (await (await server.get('/openapi.json')).json()) as Json;
  const found = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
  expect(found.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
});

describe('each route', () => {
  it.each(Object.entries(ROUTES))('%s allows callers from their role on: %j', async (route, [needed]) => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace('{*}', 'ftp://none').replace(/\{\w+\}/g, 'none');
    const body = method === 'POST' || method === 'PUT' ? {} : undefined;
    const anonymous = (await send(undefined, method, path, body)).status;
    if (needed === 'public') return expect([401, 403]).not.toContain(anonymous);
    expect(anonymous).toBe(401);
    for (const name of ['rita', 'ann', 'root'] as const) {
      const isAllowed = ROLES.indexOf(CALLERS[name]) >= ROLES.indexOf(needed);
      const { status } = await send(name, method, path, body);
      expect(status === 403, `${name}: ${status}`).toBe(!isAllowed);
      expect(status).not.toBe(401);
      expect(status).toBeLessThan(500);
    }
  });
});

/** A view of a reader, with a report if the reader is an annotator. */
async function viewOf(owner: Name): Promise<{ view: string; before: Json }> {
  const html = articlePage(`Page of ${owner}`);
  const { json } = await send(owner, 'POST', '/v1/extract', { html, keepView: true, explain: 'brief' });
  const { view, decisions } = json;
  const drop = [decisions.find(({ kept }: Json) => kept).textFirst];
  await send(owner, 'PUT', `/v1/views/${view}`, { title: 'Mine', corrections: { keep: [], drop } });
  const before = (await send(owner, 'GET', `/v1/views/${view}`)).json;
  expect(before).toMatchObject({ title: 'Mine', corrections: { drop } });
  return { view, before };
}

describe('a view', () => {
  const others = (owner: Name) => (Object.keys(CALLERS) as Name[]).filter(name => name !== owner);

  it.each(['rita', 'ann', 'root'] as const)(
    'of %s cannot be changed or removed by other callers',
    async owner => {
      const { view, before } = await viewOf(owner);
      for (const other of others(owner)) {
        const change = { title: 'Taken', corrections: { keep: [], drop: [] } };
        expect((await send(other, 'PUT', `/v1/views/${view}`, change)).status, other).toBe(404);
        expect((await send(other, 'DELETE', `/v1/views/${view}`)).status, other).toBe(404);
        expect((await send(other, 'DELETE', '/v1/views')).status).toBe(204);
        expect((await send(other, 'GET', '/v1/views')).json.items).toEqual([]);
      }
      expect((await send(owner, 'GET', `/v1/views/${view}`)).json).toEqual(before);
      const { items } = (await send(owner, 'GET', '/v1/feedback')).json;
      const reports = items.filter(({ id }: Json) => id === before.report);
      expect(reports).toHaveLength(owner === 'rita' ? 0 : 1);
      expect((await send(owner, 'DELETE', `/v1/views/${view}`)).status).toBe(204);
    },
  );

  it('appears in no trial of rules by another reader', async () => {
    const page = { html: articlePage('Private page'), url: 'https://private.example/a', keepView: true };
    await send('rita', 'POST', '/v1/extract', page);
    const trial = { site: 'private.example', rules: { keep: [], drop: ['p'] } };
    const pagesFor = async (name: Name) =>
      (await send(name, 'POST', '/v1/site-rules/trial', trial)).json.pages.length;
    expect(await pagesFor('rita')).toBe(1);
    expect(await pagesFor('ross')).toBe(0);
  });
});

describe('labels', () => {
  it('of an annotator cannot be changed by other annotators', async () => {
    await send('ann', 'POST', '/v1/corpora', { name: 'owned' });
    const { json: page } = await send('ann', 'POST', '/v1/corpora/owned/pages', {
      html: articlePage('Labelled'),
    });
    const label = (id: string, name: string) => ({
      operations: [{ id: `00000000-0000-4000-8000-00000000000${id}`, node: 3, label: name }],
    });
    await send('ann', 'POST', `/v1/pages/${page.id}/labels`, label('1', 'noise'));
    await send('abe', 'POST', `/v1/pages/${page.id}/labels`, label('2', 'main content'));
    const of = async (annotator: string) =>
      (await send('rita', 'GET', `/v1/pages/${page.id}/labels?annotator=${annotator}`)).json.labels;
    expect(await of('ann')).toMatchObject([{ label: 'noise' }]);
    expect(await of('abe')).toMatchObject([{ label: 'main content' }]);
  });
});

describe('a job', () => {
  it('can be stopped only by its owner or an administrator', async () => {
    await send('ann', 'POST', '/v1/corpora', { name: 'jobs' });
    const start = async () =>
      (await send('ann', 'POST', '/v1/jobs', { kind: 'evaluate', corpus: 'jobs', methods: ['default'] })).json
        .id;
    const [one, two] = [await start(), await start()];
    expect((await send('abe', 'POST', `/v1/jobs/${one}/stop`)).status).toBe(403);
    expect((await send('ann', 'POST', `/v1/jobs/${one}/stop`)).status).toBe(200);
    expect((await send('root', 'POST', `/v1/jobs/${two}/stop`)).status).toBe(200);
  });
});
