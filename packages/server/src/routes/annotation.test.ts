import { randomUUID } from 'node:crypto';
import { onBothDatabases } from '@webpith/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TAG, treeFromHtml } from 'webpith/stages';
import { type Json, operation, send, storyPage } from '../testing/annotation.js';
import { startTestServer, type TestServer } from '../testing/server.js';

const nodesOf = (html: string) => {
  const tree = treeFromHtml(html);
  const text = (words: string) =>
    [...tree.tag.keys()].find(node => tree.tag[node] === TAG['#text'] && tree.text(node).startsWith(words))!;
  return { count: tree.count, main: tree.tag.indexOf(TAG.main), text };
};

onBothDatabases(database => {
  let server: TestServer;
  let request: (path: string, more?: Parameters<typeof send>[2]) => ReturnType<typeof send>;
  let made = 0;

  beforeAll(async () => {
    server = await startTestServer({ store: database() });
    request = (path, more) => send(server.address, path, more);
  });
  afterAll(() => server.close());

  const corpus = async (task = 'content') => {
    const name = `corpus-${made++}`;
    await request('/v1/corpora', { body: { name, task } });
    const add = async (html: string, query = '') => {
      const answer = await server.get(`/v1/corpora/${name}/pages${query}`, {
        method: 'POST',
        headers: { 'content-type': 'text/html' },
        body: html,
      });
      return { status: answer.status, page: (await answer.json()) as Json };
    };
    return { name, add };
  };

  it('creates, lists and removes corpora', async () => {
    const { status, json } = await request('/v1/corpora', {
      body: { name: 'first', title: 'First', task: 'roles' },
    });
    expect([status, json]).toMatchObject([
      201,
      { name: 'first', title: 'First', task: 'roles', pages: 0, labelled: {} },
    ]);
    expect((await request('/v1/corpora', { body: { name: 'first' } })).status).toBe(409);
    expect((await request('/v1/corpora', { body: { name: '../x' } })).status).toBe(400);
    expect((await request('/v1/corpora', { body: { name: 'x', task: 'y' } })).json.detail).toContain(
      'content, segments',
    );
    expect((await request('/v1/corpora')).json.items.map((each: Json) => each.name)).toContain('first');
    expect((await request('/v1/corpora/first', { method: 'DELETE' })).status).toBe(204);
    expect((await request('/v1/corpora/first')).json).toMatchObject({ code: 'not-found' });
  });

  it('stores each page once, unchanged', async () => {
    const { name, add } = await corpus();
    const { status, page } = await add(storyPage('pier'), '?url=https://a.org/pier&id=one');
    expect([status, page]).toMatchObject([
      201,
      { name: 'one', url: 'https://a.org/pier', title: 'The pier', labels: {} },
    ]);
    expect(await add(storyPage('pier'))).toMatchObject({ status: 200, page: { id: page.id, name: 'one' } });
    const source = await server.get(`/v1/pages/${page.id}/source`);
    expect(await source.text()).toBe(storyPage('pier'));
    expect(source.headers.get('content-type')).toBe('application/octet-stream');
    expect(source.headers.get('content-disposition')).toContain('attachment');
    const json = await request(`/v1/corpora/${name}/pages`, {
      body: { html: '<meta charset=latin1><p>Größe 漢字' },
    });
    expect(json.status).toBe(201);
    expect(await (await server.get(`/v1/pages/${json.json.id}/source`)).text()).toContain('Größe 漢字');
    expect((await request(`/v1/corpora/${name}/pages`, { body: {} })).status).toBe(400);
    expect((await request(`/v1/corpora/${name}/pages`, { body: { url: 'http://127.0.0.1/' } })).status).toBe(
      403,
    );
    expect((await request(`/v1/pages/${page.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await request(`/v1/pages/${page.id}`)).status).toBe(404);
  });

  it('lists pages in parts, and by state', async () => {
    const { name, add } = await corpus();
    const ids: string[] = [];
    for (const word of ['a', 'b', 'c', 'd', 'e']) ids.push((await add(storyPage(word))).page.id);
    const part = (await request(`/v1/corpora/${name}/pages?limit=3`)).json;
    const rest = (await request(`/v1/corpora/${name}/pages?limit=3&after=${part.next}`)).json;
    expect([...part.items, ...rest.items].map((page: Json) => page.id)).toEqual(ids);
    expect(rest.next).toBeUndefined();
    await request(`/v1/pages/${ids[1]}/labels`, { as: 'ann', body: { operations: [], done: true } });
    const todo = (await request(`/v1/corpora/${name}/pages?state=todo`, { as: 'ann' })).json.items;
    expect(todo.map((page: Json) => ids.indexOf(page.id))).toEqual([0, 2, 3, 4]);
    const done = (await request(`/v1/corpora/${name}/pages?state=done&annotator=ann`)).json.items;
    expect(done).toMatchObject([{ id: ids[1], labels: { ann: { count: 0, done: true } } }]);
    expect((await request(`/v1/corpora/${name}`)).json.labelled).toEqual({ ann: 1 });
  });

  it('saves and returns labels, and applies an operation once', async () => {
    const { add } = await corpus();
    const html = storyPage('pier');
    const { page } = await add(html);
    const { main, text } = nodesOf(html);
    const operations = [
      operation(main, 'main content', { scope: 'subtree' }),
      operation(text('The keeper'), 'noise', { start: 0, end: 10 }),
    ];
    const path = `/v1/pages/${page.id}/labels`;
    expect((await request(path, { as: 'ann', body: { operations } })).json).toEqual({
      revision: 1,
      count: 2,
      done: false,
    });
    expect((await request(path, { as: 'ann', body: { operations } })).json.revision).toBe(1);
    const { json } = await request(path, { as: 'ann' });
    expect(json).toMatchObject({
      page: page.id,
      digest: page.digest,
      annotator: 'ann',
      revision: 1,
      labels: [
        { node: main, label: 'main content', scope: 'subtree' },
        { node: text('The keeper'), label: 'noise', scope: 'node', start: 0, end: 10 },
      ],
    });
    expect((await request(`${path}?annotator=bob`)).json.labels).toEqual([]);
    expect((await request(`/v1/pages/${page.id}/annotators`)).json.items).toMatchObject([
      { annotator: 'ann', count: 2 },
    ]);
  });

  it('rejects labels on missing nodes, and saves nothing of such a request', async () => {
    const { add } = await corpus();
    const html = storyPage('pier');
    const { page } = await add(html);
    const { count, main, text } = nodesOf(html);
    const path = `/v1/pages/${page.id}/labels`;
    const wrong = [
      operation(count, 'noise'),
      operation(main, 'noise', { start: 0, end: 2 }),
      operation(text('The keeper'), 'noise', { start: 0, end: 99_999 }),
    ];
    for (const one of wrong) {
      const { status, json } = await request(path, { body: { operations: [operation(1, 'noise'), one] } });
      expect([status, json.code]).toEqual([422, 'unprocessable']);
    }
    const malformed = [
      { ...operation(1, 'x'), id: 'no' },
      operation(1, 'x', { start: 3 }),
      operation(1, 'x', { start: 3, end: 3 }),
    ];
    for (const one of malformed)
      expect((await request(path, { body: { operations: [one] } })).status).toBe(400);
    expect((await request(path)).json.labels).toEqual([]);
    expect((await request('/v1/pages/none/labels', { body: { operations: [] } })).status).toBe(404);
    expect((await request('/v1/pages/none/labels')).status).toBe(404);
  });

  it('loses no labels when two annotators save at the same time', async () => {
    const { add } = await corpus();
    const html = storyPage('pier');
    const { page } = await add(html);
    const { count } = nodesOf(html);
    const rounds = 30;
    const saves = ['ann', 'bob'].flatMap(as =>
      Array.from({ length: rounds }, (_, round) =>
        request(`/v1/pages/${page.id}/labels`, {
          as,
          body: { operations: [operation(round % count, `${as} ${round}`), operation(0, as)] },
        }),
      ),
    );
    const answers = await Promise.all(saves);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // Every save has its own revision, so none was based on an outdated state.
    for (const own of [answers.slice(0, rounds), answers.slice(rounds)]) {
      expect(own.map(({ json }) => json.revision).sort((a, b) => a - b)).toEqual(
        Array.from({ length: rounds }, (_, i) => i + 1),
      );
    }
    for (const as of ['ann', 'bob']) {
      const { labels, revision } = (await request(`/v1/pages/${page.id}/labels`, { as })).json;
      expect(revision).toBe(rounds);
      expect(labels.map((each: Json) => each.node)).toEqual(
        Array.from({ length: Math.min(rounds, count) }, (_, i) => i),
      );
      expect(labels.every((each: Json) => each.label.startsWith(as))).toBe(true);
    }
  });

  it('computes the agreement of two annotators, and stores adjudicated labels separately', async () => {
    const { name, add } = await corpus();
    const html = storyPage('pier');
    const { page } = await add(html);
    const { main, text } = nodesOf(html);
    const labels = `/v1/pages/${page.id}/labels`;
    const whole = operation(main, 'main content', { scope: 'subtree' });
    await request(labels, { as: 'ann', body: { operations: [whole], done: true } });
    const title = operation(text('The pier'), 'noise');
    // The title in the head is not a visible leaf; the heading is.
    const heading = [...treeFromHtml(html).tag.keys()].findLast(
      node => treeFromHtml(html).tag[node] === TAG['#text'] && treeFromHtml(html).text(node) === 'The pier',
    )!;
    await request(labels, {
      as: 'bob',
      body: {
        operations: [
          { ...whole, id: randomUUID() },
          { ...title, node: heading },
        ],
        done: true,
      },
    });
    const { json } = await request(`/v1/corpora/${name}/agreement?one=ann&other=bob`);
    expect(json).toMatchObject({
      pages: 1,
      nodes: 6,
      agreed: 5,
      disagreements: [{ page: page.id, node: heading, one: 'main content', other: 'noise' }],
    });
    // Of six leaves ann labels three as content, bob two: expected (3·2 + 3·4) / 36 = 1/2.
    expect(json.kappa).toBeCloseTo((5 / 6 - 1 / 2) / (1 / 2), 9);
    expect(json.scaledCosine).toBeGreaterThan(0.9);
    expect(json.scaledCosine).toBeLessThan(1);
    const settled = await request(`/v1/pages/${page.id}/adjudication`, {
      as: 'bob',
      body: { operations: [operation(heading, 'main content')] },
    });
    expect(settled.json.count).toBe(1);
    expect((await request(`${labels}?annotator=adjudicated`)).json.labels).toHaveLength(1);
    expect((await request(`${labels}?annotator=bob`)).json.labels).toHaveLength(2);
    expect((await request(labels, { as: 'adjudicated', body: { operations: [] } })).status).toBe(403);
  });
});
