import { join } from 'node:path';
import { LabError } from '../errors.js';
import type { Page } from './corpus.js';
import { isSafeId } from './corpus.js';
import { pageDigest } from './labels.js';
import { readIfThere } from './read-if-there.js';

/** What a post answers and how deep it stands, in the order of the gold posts. */
interface PostLabels {
  readonly id: string;
  readonly digest: string;
  readonly posts: readonly { readonly parent: number | null; readonly depth: number }[];
}

/**
 * The page with parents and depths of its posts, where `dir` has labels for it; otherwise the page as it is. Labels made on
 * other bytes, or for another number of posts, are an error: they would name the wrong ones.
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
