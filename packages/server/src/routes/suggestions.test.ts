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
    const labelOf = (words: string) =>
      answer.json.labels?.filter((each: Json) => tree.text(each.node).trim().startsWith(words)).at(-1);
    return { ...answer, tree, labelOf };
  };

  it('are main content and noise with probabilities, from the default method', async () => {
    const { labelOf, json } = await suggest('content');
    expect(json).toMatchObject({ method: 'default', labelSet: 'content' });
    expect(labelOf('The keeper')).toMatchObject({ label: 'main content' });
    expect(labelOf('Home')).toMatchObject({ label: 'noise' });
    for (const { probability } of json.labels) expect(probability >= 0 && probability <= 1).toBe(true);
  });

  it('are title and body for roles, and an element for segments', async () => {
    const roles = await suggest('roles');
    expect(roles.labelOf('The pier')).toMatchObject({ label: 'title' });
    expect(roles.labelOf('The keeper')).toMatchObject({ label: 'body' });
    expect(roles.labelOf('Home')).toBeUndefined();
    const { json, tree } = await suggest('segments');
    expect(json.labels).toMatchObject([{ label: 'good main' }]);
    expect(tree.tagName(json.labels[0].node)).toBe('main');
  });

  it('use the thirty leaf labels of the method leaves', async () => {
    const { json, labelOf } = await suggest('leaves');
    expect(json.method).toBe('leaves');
    expect(labelOf('The keeper')).toMatchObject({ label: 'paragraph', probability: expect.any(Number) });
  });

  it('can come from any method, and an unknown name is a problem', async () => {
    const { labelOf } = await suggest('content', '?method=cetd');
    expect(labelOf('The keeper')).toMatchObject({ label: 'main content' });
    expect((await suggest('content', '?method=none')).status).toBe(404);
    expect((await suggest('content', '?labelSet=nothing-like-it')).status).toBe(400);
  });
});
