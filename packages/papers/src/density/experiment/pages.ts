import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Example, foldCorpus, type MethodJob, type Page, readCorpus } from '@webpith/lab';
import { pageTree, splitGroup } from '@webpith/lab/internals';
import { type GoldPage, goldOf, labelled } from '../gold.js';

const CORPORA = ['wcxb', 'newspapers', 'segments', 'chinese'] as const;

/** Whole sites per fold. The first was used to develop the variant. */
export const FOLDS = 5;
export const DEVELOPMENT_FOLD = 0;

export interface ClassPage {
  /** `corpus/id`. */
  readonly key: string;
  readonly corpus: string;
  readonly site: string;
  readonly gold: GoldPage;
}

/** Calls `visit` with every page that has a class. Trees are not kept. */
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

/** Pages and labels: the shared corpora with the project's labels, or one folder with its own. */
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

/** Fold of each page: whole sites, with about as many pages of each class in each. */
export function foldsOf(pages: readonly ClassPage[]): Int32Array {
  // `foldCorpus` groups by address, so each site becomes one.
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
