import { join } from 'node:path';
import { type MethodJob, type Page, readCorpus, visibleLeaves } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { siteOf } from 'webpith/stages';
import type { LabelledPage } from './labelled-pages.js';

/** A page without labels that a teacher labels. */
export interface UnlabelledPage {
  readonly key: string;
  readonly page: Page;
  readonly tree: PageTree;
}

/** Leaves that such a page has: as those that were labelled. */
const LEAST_LEAVES = 40;
const MOST_LEAVES = 400;
const EVERY = 2;

/**
 * Every second of the articles of the same corpora that have no labels, as the corpora have them: all of them say little
 * more and take twice the time. None is of a site that a test page comes from.
 */
export async function readUnlabelledPages(
  job: MethodJob,
  labelled: readonly LabelledPage[],
): Promise<UnlabelledPage[]> {
  const keys = new Set(labelled.map(page => page.key));
  const testSites = new Set(labelled.filter(page => page.side === 'test').map(page => page.site));
  const corpora = [...new Set(labelled.map(({ key }) => key.slice(0, key.indexOf('/'))))].sort();
  const pages: UnlabelledPage[] = [];
  let seen = 0;
  for (const [c, corpus] of corpora.entries()) {
    job.onProgress?.('pages without labels', c / corpora.length);
    for await (const page of readCorpus(join(job.corpora, corpus), { onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      const key = `${corpus}/${page.id}`;
      if (seen++ % EVERY !== 0) continue;
      if (keys.has(key) || testSites.has(siteOf(page) ?? key) || (page.type ?? 'article') !== 'article')
        continue;
      const tree = pageTree(page);
      const leaves = visibleLeaves(tree).length;
      if (leaves < LEAST_LEAVES || leaves > MOST_LEAVES) continue;
      pages.push({ key, page, tree });
    }
  }
  return pages.sort((a, b) => (a.key < b.key ? -1 : 1));
}
