import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MethodJob, type Page, readCorpus } from '@webpith/lab';
import { pageTree, splitGroup } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { collapsedLength } from '../../write-text.js';
import { type GoldPage, goldOf } from '../gold.js';
import { DEFAULT_OPTIONS } from '../model.js';
import { type Outcomes, outcomesOf, paperDecider } from '../outcomes.js';
import { type ClassPage, FOLDS } from './pages.js';

/** Corpora whose annotation determines the class of a page: separate comments, or the type of the page. */
const CORPORA = ['dragnet', 'l3s', 'wcxb', 'forums'] as const;
/** Corpora of articles whose gold separates comments. */
const COMMENTED: ReadonlySet<string> = new Set(['dragnet', 'l3s']);

const FEWEST_PAGES = 4;

export interface SitePage extends ClassPage {
  readonly outcomes: Outcomes;
}

/** Existing corpora; none if a single labelled folder is measured. */
export function siteSources({ corpora, corpus }: MethodJob) {
  if (corpus !== undefined) return [];
  return CORPORA.map(name => ({ corpus: name, folder: join(corpora, name) })).filter(({ folder }) =>
    existsSync(folder),
  );
}

/** The paper's SD Non-Diverse on our corpora: pages of sites with several pages. */
export async function measureSites(job: MethodJob): Promise<SitePage[]> {
  const wanted = await pagesOfLargeSites(job);
  const decider = paperDecider(DEFAULT_OPTIONS);
  const measured: SitePage[] = [];
  for (const { corpus, folder } of siteSources(job)) {
    const ids = [...wanted]
      .filter(key => key.startsWith(`${corpus}/`))
      .map(key => key.slice(corpus.length + 1));
    if (ids.length === 0) continue;
    for await (const page of readCorpus(folder, { ids, onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      job.onProgress?.('pages of the same sites', measured.length / wanted.size);
      const tree = pageTree(page);
      const gold = siteGold(corpus, page)!;
      const key = `${corpus}/${page.id}`;
      measured.push({ key, corpus, site: splitGroup(page), gold, outcomes: outcomesOf(tree, gold, decider) });
    }
  }
  return measured;
}

async function pagesOfLargeSites(job: MethodJob): Promise<Set<string>> {
  const sites = new Map<string, string[]>();
  for (const { corpus, folder } of siteSources(job)) {
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      if (page.url === undefined || siteGold(corpus, page) === undefined) continue;
      const site = splitGroup(page);
      sites.set(site, [...(sites.get(site) ?? []), `${corpus}/${page.id}`]);
    }
  }
  return new Set([...sites.values()].filter(own => own.length >= FEWEST_PAGES).flat());
}

/** Class and sizes of a page as annotated by its corpus; undefined if it does not determine the class. */
export function siteGold(corpus: string, page: Page): GoldPage | undefined {
  if (!COMMENTED.has(corpus)) return goldOf({ page });
  const article = collapsedLength(page.text ?? '');
  if (article === 0) return undefined;
  const comments = collapsedLength([page.comments ?? []].flat().join('\n'));
  const pageClass = comments > 0 ? 'article-with-comments' : 'article';
  return { pageClass, article, comments, text: page.text };
}

/** Fold of each page: the pages of a site are spread over all folds, like the paper's ten sites. */
export function foldsWithinSites(pages: readonly ClassPage[]): Int32Array {
  const order = seededRandom(1).shuffle(pages.map((_, i) => i));
  const dealt = new Map<string, number>();
  const fold = new Int32Array(pages.length);
  for (const i of order) {
    const { site, gold } = pages[i]!;
    const group = `${site} ${gold.pageClass}`;
    const next = dealt.get(group) ?? dealt.size;
    fold[i] = next % FOLDS;
    dealt.set(group, next + 1);
  }
  return fold;
}
