import {
  readAnnotationStates,
  readCorpora,
  readPageBytes,
  readPages,
  type Store,
  type StoredPage,
} from '@webpith/store';
import { siteOf } from 'webpith/stages';
import { chosenAnnotator, exampleOf, treeOfBytes } from '../annotation/labelled-pages.js';
import { annotationOf } from '../annotation/settled.js';
import type { SitePage } from './learn-site.js';

/** Pages that rules are learned from at most; more of one site say the same again. */
const MOST_PAGES = 5;

interface Labelled {
  readonly stored: StoredPage;
  readonly task: string;
  readonly annotator: string;
}

/** All labelled pages whose site is known, latest first, each page once. */
async function labelledPages(
  store: Store,
  isWanted: (site: string) => boolean,
): Promise<(Labelled & { site: string })[]> {
  const found: (Labelled & { site: string })[] = [];
  const digests = new Set<string>();
  for (const { name, task } of await readCorpora(store)) {
    const ofSite = (await readPages(store, name)).flatMap(stored => {
      const site = siteOf(stored.url === undefined ? {} : { url: stored.url });
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

/** The latest labelled pages of a site. */
export async function labelledPagesOfSite(store: Store, wanted: string): Promise<SitePage[]> {
  const pages: SitePage[] = [];
  const found = await labelledPages(store, site => site === wanted);
  for (const { stored, task, annotator } of found.slice(0, MOST_PAGES)) {
    const html = await readPageBytes(store, stored.id);
    if (html === undefined) continue;
    const tree = treeOfBytes(html);
    const annotation = await annotationOf(store, { page: stored.id, tree, task }, annotator);
    const { page, labels } = exampleOf({ stored, task, html, tree, ...(annotation && { annotation }) });
    const { url, title, text } = page;
    if (labels === undefined) continue;
    pages.push({
      id: stored.id,
      html,
      labels,
      ...(url === undefined ? {} : { url }),
      ...(title === undefined ? {} : { title }),
      ...(text === undefined ? {} : { text }),
    });
  }
  return pages;
}

/** Sites that have labelled pages, most pages first. */
export async function sitesWithLabels(store: Store): Promise<{ site: string; pages: number }[]> {
  const counts = new Map<string, number>();
  for (const { site } of await labelledPages(store, () => true))
    counts.set(site, (counts.get(site) ?? 0) + 1);
  return [...counts]
    .map(([site, pages]) => ({ site, pages }))
    .sort((a, b) => b.pages - a.pages || (a.site < b.site ? -1 : 1));
}
