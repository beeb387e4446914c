import { join } from 'node:path';
import { type MethodJob, type Page, readCorpus, visibleLeaves } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { siteOf } from 'webpith/stages';
import type { LabelledPage } from './labelled-pages.js';

export interface UnlabelledPage {
  readonly key: string;
  readonly page: Page;
  readonly tree: PageTree;
}

/** Limits of the number of leaves, as for the labelled pages. */
const LEAST_LEAVES = 40;
const MOST_LEAVES = 400;
const EVERY = 2;

/**
 * Reads every second unlabelled article of the same corpora, excluding sites of test pages. Using all of them doubles
 * the time for little gain.
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
