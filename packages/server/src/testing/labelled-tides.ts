import { blocksFromTree, treeFromHtml } from 'webpith/stages';
import { tidePage, tideUrl } from './tide-site.js';

/** The node of the story or the notice of a page. */
export function nodeOfClass(html: string, name: string): number {
  const tree = treeFromHtml(html);
  const { node } = blocksFromTree(tree);
  for (const block of node) {
    for (let at = block; at > 0; at = tree.parent[at]!) {
      if (tree.attributes(at).some(([key, value]) => key === 'class' && value === name)) return at;
    }
  }
  throw new Error(`expected an element of the class ${name}`);
}

interface Poster {
  post(path: string, body: unknown): Promise<Response>;
}

/** Adds pages to a corpus and labels their stories over HTTP; returns the page ids. */
export async function labelTides(
  server: Poster,
  corpus: string,
  numbers: readonly number[],
  paragraphs = 5,
  urlOf: (number: number) => string = tideUrl,
): Promise<string[]> {
  await server.post('/v1/corpora', { name: corpus, title: corpus, task: 'content' });
  const ids: string[] = [];
  for (const number of numbers) {
    const html = tidePage(number, paragraphs);
    const added = await server.post(`/v1/corpora/${corpus}/pages`, { html, url: urlOf(number) });
    const { id } = (await added.json()) as { id: string };
    const operation = {
      id: crypto.randomUUID(),
      node: nodeOfClass(html, 'story'),
      label: 'main content',
      scope: 'subtree',
    };
    const saved = await server.post(`/v1/pages/${id}/labels`, { operations: [operation], done: true });
    if (!saved.ok) throw new Error(await saved.text());
    ids.push(id);
  }
  return ids;
}
