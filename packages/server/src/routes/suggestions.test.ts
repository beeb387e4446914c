import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { type Json, send, storyPage } from '../testing/annotation.js';
import { startTestServer, type TestServer } from '../testing/server.js';

describe('suggestions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const suggest = async (task: string, query = '') => {
    const html = storyPage('pier');
    const name = `of-${task}${query.length}`;
    await send(server.address, '/v1/corpora', { body: { name, task } });
    const { json } = await send(server.address, `/v1/corpora/${name}/pages`, { body: { html } });
    const answer = await send(server.address, `/v1/pages/${json.id}/suggestions${query}`);
    const tree = treeFromHtml(html);
    const said = (words: string) =>
      answer.json.labels?.filter((each: Json) => tree.text(each.node).trim().startsWith(words)).at(-1);
    return { ...answer, tree, said };
  };

  it('are main content and noise, with probabilities, from the default method', async () => {
    const { said, json } = await suggest('content');
    expect(json).toMatchObject({ method: 'default', labelSet: 'content' });
    expect(said('The keeper')).toMatchObject({ label: 'main content' });
    expect(said('Home')).toMatchObject({ label: 'noise' });
    for (const { probability } of json.labels) expect(probability >= 0 && probability <= 1).toBe(true);
  });

  it('are title and body for roles, and an element for segments', async () => {
    const roles = await suggest('roles');
    expect(roles.said('The pier')).toMatchObject({ label: 'title' });
    expect(roles.said('The keeper')).toMatchObject({ label: 'body' });
    expect(roles.said('Home')).toBeUndefined();
    const { json, tree } = await suggest('segments');
    expect(json.labels).toMatchObject([{ label: 'good main' }]);
    expect(tree.tagName(json.labels[0].node)).toBe('main');
  });

  it('are those of thirty labels that the method leaves gives', async () => {
    const { json, said } = await suggest('leaves');
    expect(json.method).toBe('leaves');
    expect(said('The keeper')).toMatchObject({ label: 'paragraph', probability: expect.any(Number) });
  });

  it('come from any method, and a wrong name is a problem', async () => {
    const { said } = await suggest('content', '?method=cetd');
    expect(said('The keeper')).toMatchObject({ label: 'main content' });
    expect((await suggest('content', '?method=none')).status).toBe(404);
    expect((await suggest('content', '?labelSet=nothing-like-it')).status).toBe(400);
  });
});
