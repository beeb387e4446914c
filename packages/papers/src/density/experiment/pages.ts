import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Example, foldCorpus, type MethodJob, type Page, readCorpus } from '@webpith/lab';
import { pageTree, splitGroup } from '@webpith/lab/internals';
import { type GoldPage, goldOf, labelled } from '../gold.js';

/** Corpora that the method is measured on. */
const CORPORA = ['wcxb', 'newspapers', 'segments', 'chinese'] as const;

/** Folds that pages are dealt to, whole sites to one. The first was used up by the making of the variant. */
export const FOLDS = 5;
export const DEVELOPMENT_FOLD = 0;

/** A page that is of a class of the paper. */
export interface ClassPage {
  /** `corpus/id`. */
  readonly key: string;
  readonly corpus: string;
  readonly site: string;
  readonly gold: GoldPage;
}

/** Calls `visit` with every page of a class; gives what it gave. Trees are not kept. */
export async function mapPages<T>(
  job: MethodJob,
  step: string,
  visit: (example: Example, page: ClassPage, tree: ReturnType<typeof pageTree>) => T,
): Promise<T[]> {
  const results: T[] = [];
  let read = 0;
  for (const { corpus, folder, labels } of sources(job)) {
    for await (const page of readCorpus(folder)) {
      job.signal?.throwIfAborted();
      job.onProgress?.(step, ++read);
      const example = await labelled(labels, page);
      const tree = pageTree(page);
      const gold = goldOf(example, tree);
      if (gold !== undefined) results.push(visit(example, classPage(corpus, page, gold), tree));
    }
  }
  return results;
}

/** Where pages and their labels are: the shared corpora with the project's labels, or one folder with its own. */
export function sources(job: MethodJob) {
  if (job.corpus !== undefined) {
    return [{ corpus: basename(job.corpus), folder: job.corpus, labels: job.corpus }];
  }
  return CORPORA.map(corpus => ({
    corpus,
    folder: join(job.corpora, corpus),
    labels: join(job.root, 'corpora/comments', corpus),
  })).filter(({ folder }) => existsSync(folder));
}

function classPage(corpus: string, page: Page, gold: GoldPage): ClassPage {
  const key = `${corpus}/${page.id}`;
  return { key, corpus, site: splitGroup({ ...page, id: key }), gold };
}

/** The fold of each page: whole sites, and about as many pages of each class in each. */
export function foldsOf(pages: readonly ClassPage[]): Int32Array {
  // A site stands for an address: sites were told apart when the pages were read.
  const dealt = foldCorpus(
    pages.map(({ key, site, gold }) => ({ id: key, url: siteAddress(site), type: gold.pageClass })),
    { folds: FOLDS },
  );
  const fold = new Map(dealt.flatMap(({ test }, i) => test.map(id => [id, i] as const)));
  return Int32Array.from(pages, ({ key }) => fold.get(key)!);
}

function siteAddress(site: string): string {
  return site.startsWith('id:') ? '' : `http://${site}/`;
}
