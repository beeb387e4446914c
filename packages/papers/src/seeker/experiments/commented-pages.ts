import { join } from 'node:path';
import { readLabels } from '@webpith/lab';
import type { TrainingPage } from '../training-pages.js';

/** Presence of reader comments by page, for pages that were checked. */
export type Commented = Readonly<Record<string, boolean>>;

/** Reads the presence of reader comments from `corpora/comments`. */
export async function commentedPages(root: string, pages: readonly TrainingPage[]): Promise<Commented> {
  const known: Record<string, boolean> = {};
  for (const { id, corpus, page } of pages) {
    const labels = await readLabels(join(root, 'corpora/comments', corpus), page);
    if (labels) known[id] = Object.values(labels.nodes).includes('comments');
  }
  return known;
}
