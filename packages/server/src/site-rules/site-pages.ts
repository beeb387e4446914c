import { createHash } from 'node:crypto';
import {
  listSiteRules,
  readAnnotationStates,
  readCorpora,
  readPageBytes,
  readPages,
  readViewBytes,
  type Store,
  type StoredPage,
  type StoredSiteRules,
  viewsWhere,
} from '@webpith/store';
import { siteOf } from 'webpith/stages';
import { annotationOf, chosenAnnotator, exampleOf, treeOfBytes } from '../annotation/labelled-pages.js';
import type { SitePage } from './learn-rules.js';
import type { KnownPage } from './try-rules.js';

/** Limit on the latest pages from the reading history, and from each corpus; the limit in total is twice as high. */
const MAX_PAGES = 12;
/** Limit on the bytes of a page; larger pages are left out, since they take too long. */
const MAX_BYTES = 4 * 2 ** 20;

/** Pages of a site from corpora and the reader's own history, without duplicates. */
export async function knownPagesOfSite(store: Store, site: string, reader: string): Promise<KnownPage[]> {
  const known: KnownPage[] = [];
  const seen = new Set<string>();
  const add = (page: KnownPage) => {
    const digest = createHash('sha256').update(page.page.bytes).digest('hex');
    if (seen.has(digest) || page.page.bytes.length > MAX_BYTES) return;
    seen.add(digest);
    known.push(page);
  };
  const isOfSite = (url: string | undefined) => url !== undefined && siteOf({ url }) === site;
  const read = (await viewsWhere(store, isOfSite)).filter(({ createdBy }) => createdBy === reader);
  for (const { id, title } of read.slice(0, MAX_PAGES)) {
    const page = await readViewBytes(store, id);
    if (page !== undefined) add({ id, page, title });
  }
  for (const { name } of await readCorpora(store)) {
    const pages = (await readPages(store, name)).filter(({ url }) => isOfSite(url));
    for (const { id, title, url } of pages.slice(-MAX_PAGES)) {
      const bytes = await readPageBytes(store, id);
      if (bytes !== undefined) add({ id, page: { bytes, url }, title });
    }
  }
  return known.slice(0, 2 * MAX_PAGES);
}

/** Maximum number of labelled pages used per site; more add little. */
const MAX_LABELLED = 5;

interface Labelled {
  readonly stored: StoredPage;
  readonly task: string;
  readonly annotator: string;
  readonly site: string;
}

/** Labelled pages of the wanted sites, newest first in each corpus, without duplicates. */
async function labelledPages(store: Store, isWanted: (site: string) => boolean): Promise<Labelled[]> {
  const found: Labelled[] = [];
  const digests = new Set<string>();
  for (const { name, task } of await readCorpora(store)) {
    const ofSite = (await readPages(store, name)).flatMap(stored => {
      const site = siteOf(stored);
      return site !== undefined && isWanted(site) ? [{ stored, site }] : [];
    });
    const states = await readAnnotationStates(
      store,
      ofSite.map(({ stored }) => stored.id),
    );
    for (const { stored, site } of ofSite.toReversed()) {
      const annotator = chosenAnnotator(states.filter(({ page }) => page === stored.id));
      if (annotator === undefined || digests.has(stored.digest)) continue;
      digests.add(stored.digest);
      found.push({ stored, task, annotator, site });
    }
  }
  return found;
}

export async function labelledPagesOfSite(store: Store, wanted: string): Promise<SitePage[]> {
  const pages: SitePage[] = [];
  const found = await labelledPages(store, site => site === wanted);
  for (const { stored, task, annotator } of found.slice(0, MAX_LABELLED)) {
    const html = await readPageBytes(store, stored.id);
    if (html === undefined) continue;
    const tree = treeOfBytes(html);
    const annotation = await annotationOf(store, { page: stored.id, tree, task }, annotator);
    const { page, labels } = exampleOf({ stored, task, html, tree, annotation });
    const { url, title, text } = page;
    if (labels === undefined) continue;
    pages.push({ id: stored.id, html, labels, url, title, text });
  }
  return pages;
}

export async function sitesWithLabels(store: Store): Promise<{ site: string; pages: number }[]> {
  const counts = new Map<string, number>();
  for (const { site } of await labelledPages(store, () => true))
    counts.set(site, (counts.get(site) ?? 0) + 1);
  return [...counts]
    .map(([site, pages]) => ({ site, pages }))
    .sort((a, b) => b.pages - a.pages || (a.site < b.site ? -1 : 1));
}

type RulesOfSite = Pick<StoredSiteRules, 'site' | 'rules'>;

/** Keeps the rules of all sites in memory, since they are few and seldom change. */
export class RuleCache {
  #rules: Promise<ReadonlyMap<string, RulesOfSite>> | undefined;

  constructor(private readonly store: Store) {}

  async forUrl(url: string | undefined): Promise<RulesOfSite | undefined> {
    const site = url === undefined ? undefined : siteOf({ url });
    if (site === undefined) return undefined;
    this.#rules ??= readAll(this.store);
    this.#rules.catch(() => this.forget());
    return (await this.#rules).get(site);
  }

  /** Reloads the rules on next use. */
  forget(): void {
    this.#rules = undefined;
  }
}

async function readAll(store: Store): Promise<ReadonlyMap<string, RulesOfSite>> {
  const all = await listSiteRules(store);
  return new Map(all.map(({ site, rules }) => [site, { site, rules }]));
}
