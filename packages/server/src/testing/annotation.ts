import { randomUUID } from 'node:crypto';

/** A test page with menu, story and advertisement; `word` makes it unique. */
export function storyPage(word: string): string {
  const story = `The keeper of the ${word} wrote every evening how the sea had been, and who had passed the point.`;
  const more =
    'Nobody read it before the winter of the ice, when the lamp went out and the village came to look.';
  return `<!doctype html><html lang="en"><head><title>The ${word}</title></head><body><nav><a href="/">Home</a> <a href="/all">All</a></nav><main><h1>The ${word}</h1><p>${story} ${more}</p><p>${more} ${story}</p></main><aside><a href="/buy">Buy a lamp</a></aside></body></html>`;
}

export function operation(node: number, label: string | null, more: Record<string, unknown> = {}) {
  return { id: randomUUID(), node, label, ...more };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses field by field
export type Json = any;

/** Sends JSON as an annotator and returns status and response. */
export async function send(
  address: string,
  path: string,
  {
    body,
    as,
    method = body === undefined ? 'GET' : 'POST',
  }: { body?: unknown; as?: string; method?: string } = {},
): Promise<{ readonly status: number; readonly json: Json }> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(as === undefined ? {} : { 'x-pith-annotator': as }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
}
