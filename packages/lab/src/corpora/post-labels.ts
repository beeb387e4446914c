import { join } from 'node:path';
import { LabError } from '../errors.js';
import type { Page } from './corpus.js';
import { isSafeId } from './corpus.js';
import { pageDigest } from './labels.js';
import { readIfThere } from './read-if-there.js';

/** Labels of discussions, in the order of the gold posts. */
interface PostLabels {
  readonly id: string;
  readonly digest: string;
  readonly posts: readonly { readonly parent: number | null; readonly depth: number }[];
}

/**
 * Adds parent and depth to the posts of a page if `dir` has labels for it. Throws if they were made for other
 * bytes or another number of posts.
 */
export async function withPostLabels(dir: string, page: Page): Promise<Page> {
  if (page.posts === undefined || !isSafeId(page.id)) return page;
  const file = join(dir, `${page.id}.json`);
  const text = await readIfThere(file);
  if (text === undefined) return page;
  const { digest, posts } = JSON.parse(text) as PostLabels;
  if (digest !== pageDigest(page.html) || posts.length !== page.posts.length) {
    const message = `${file}: the labels are for ${posts.length} posts of a page with digest ${digest}, but the page has ${page.posts.length} and digest ${pageDigest(page.html)}. Label the page anew.`;
    throw new LabError('bad-labels', message);
  }
  return { ...page, posts: page.posts.map((post, i) => ({ ...post, ...posts[i]! })) };
}
