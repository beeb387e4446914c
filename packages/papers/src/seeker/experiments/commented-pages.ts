import { join } from 'node:path';
import { readLabels } from '@webpith/lab';
import type { TrainingPage } from '../training-pages.js';

/** Whether a page that was read for reader comments has some. */
export type Commented = Readonly<Record<string, boolean>>;

/** Which of the pages carry reader comments, as far as somebody looked: `corpora/comments` of the project. */
export async function commentedPages(root: string, pages: readonly TrainingPage[]): Promise<Commented> {
  const known: Record<string, boolean> = {};
  for (const { id, corpus, page } of pages) {
    const labels = await readLabels(join(root, 'corpora/comments', corpus), page);
    if (labels) known[id] = Object.values(labels.nodes).includes('comments');
  }
  return known;
}
