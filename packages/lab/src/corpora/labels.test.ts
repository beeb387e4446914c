import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageDigest, withPostLabels } from './labels.js';

let dir: string;
const html = new TextEncoder().encode('<p>a thread');
const page = { id: 'thread', html, posts: [{ text: 'a' }, { text: 'b' }] };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-posts-'));
  const posts = [
    { parent: null, depth: 0 },
    { parent: 0, depth: 1 },
  ];
  await writeFile(
    join(dir, 'thread.json'),
    JSON.stringify({ id: 'thread', digest: pageDigest(html), posts }),
  );
});

afterAll(() => rm(dir, { recursive: true }));

it('adds parents and depths to the posts of a page', async () => {
  expect((await withPostLabels(dir, page)).posts).toEqual([
    { text: 'a', parent: null, depth: 0 },
    { text: 'b', parent: 0, depth: 1 },
  ]);
});

it('returns a page without labels unchanged, and refuses labels of other bytes', async () => {
  expect(await withPostLabels(dir, { ...page, id: 'other' })).toEqual({ ...page, id: 'other' });
  await expect(withPostLabels(dir, { ...page, html: new Uint8Array([1]) })).rejects.toThrow(
    /Label the page again/,
  );
});
