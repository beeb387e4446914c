import { resolve } from 'node:path';
import {
  type Observation,
  observedPages,
  openStore,
  readObservations,
  readSite,
  type SiteChange,
  type Store,
  saveSiteUpdate,
  type TrackedSite,
} from '@webpith/store';
import type { Model } from 'webpith';
import { batches } from '../batches.js';
import { type Seen, seenPages, trackedColumns } from './observe.js';
import { type Change, newSite, observePage, type SiteState } from './watch-site.js';

export interface TrackOptions {
  readonly store: string;
  /** Pages per site to learn from. Default: those of the first input that contains the site, at least 10. */
  readonly baseline?: number | undefined;
  /** Replaces the default model for pages that are not rows yet. */
  readonly model?: Model | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((pages: number) => void) | undefined;
}

export interface FoundChange extends Change {
  readonly site: string;
  readonly source: string;
  readonly at: string;
}

export interface TrackSummary {
  /** New pages; `known` counts those seen before. */
  readonly pages: number;
  readonly known: number;
  readonly sites: number;
  readonly learned: number;
  readonly changes: readonly FoundChange[];
}

/** Minimum number of pages to learn a site from; with fewer, learning continues with later inputs. */
const LEAST_BASELINE = 10;
const ROUND = 1000;

/** Compares the pages of the inputs, oldest first, with earlier pages of their sites. */
export async function track(inputs: readonly string[], options: TrackOptions): Promise<TrackSummary> {
  const store = await openStore(options.store);
  const total = { pages: 0, known: 0, sites: new Set<string>(), learned: new Set<string>() };
  const changes: FoundChange[] = [];
  try {
    for (const input of inputs) {
      const source = resolve(input);
      const seen = await observedPages(store, source);
      // Sites first seen in this input are learned from all of it, unless `baseline` is given.
      const learning = new Set<string>();
      const columns = await trackedColumns(input);
      const rounds = batches(seenPages(input, options), ROUND);
      for await (const round of rounds) {
        const fresh = firstOfEach(round, seen);
        total.known += round.length - fresh.length;
        for (const [site, pages] of bySite(fresh)) {
          const how = { learning, baseline: options.baseline, columns };
          const found = await observeSite(store, site, pages, source, how);
          if (found.isNew) total.learned.add(site);
          total.sites.add(site);
          changes.push(...found.changes);
        }
        total.pages += fresh.length;
        options.onProgress?.(total.pages + total.known);
      }
    }
  } finally {
    await store.close();
  }
  const { pages, known, sites, learned } = total;
  return { pages, known, sites: sites.size, learned: learned.size, changes };
}

interface Learning {
  readonly learning: Set<string>;
  readonly baseline: number | undefined;
  readonly columns: readonly string[];
}

async function observeSite(
  store: Store,
  site: string,
  pages: readonly Seen[],
  source: string,
  { learning, baseline, columns }: Learning,
): Promise<{ readonly isNew: boolean; readonly changes: FoundChange[] }> {
  const before = await readSite(store, site);
  const [first] = await readObservations(store, site, { limit: 1 });
  if (first === undefined || first.source === source) learning.add(site);
  const state = before === undefined ? newSite() : (JSON.parse(before.state) as SiteState);
  const observations: Observation[] = [];
  const changes: FoundChange[] = [];
  for (const page of pages) {
    const seq = (before?.pages ?? 0) + observations.length;
    const observation = { ...page, source, seq };
    observations.push(observation);
    const learnt = state.baseline.pages;
    const learns = learnt < (baseline ?? LEAST_BASELINE) || (baseline === undefined && learning.has(site));
    for (const change of observePage(state, observation, learns, columns))
      changes.push({ ...change, site, source, at: page.at });
  }
  await saveSiteUpdate(store, {
    site: siteAfter(site, before, observations, state),
    observations,
    changes: changes.map(change => kept(change, observations)),
  });
  return { isNew: before === undefined, changes };
}

function siteAfter(
  site: string,
  before: TrackedSite | undefined,
  observations: readonly Observation[],
  state: SiteState,
): TrackedSite {
  return {
    site,
    pages: (before?.pages ?? 0) + observations.length,
    state: JSON.stringify(state),
    firstSeen: before?.firstSeen ?? observations[0]!.at,
    lastSeen: observations.at(-1)!.at,
  };
}

function kept(
  { site, kind, at, message, before, after, relabel }: FoundChange,
  observations: readonly Observation[],
): SiteChange {
  const seq = after.at(-1)?.seq ?? observations.at(-1)!.seq;
  return { site, seq, kind, at, message, evidence: JSON.stringify({ before, after, relabel }) };
}

function firstOfEach(pages: readonly Seen[], seen: Set<string>): Seen[] {
  return pages.filter(({ page }) => {
    if (seen.has(page)) return false;
    seen.add(page);
    return true;
  });
}

function bySite(pages: readonly Seen[]): Map<string, Seen[]> {
  const sites = new Map<string, Seen[]>();
  for (const page of pages) {
    const own = sites.get(page.site) ?? [];
    sites.set(page.site, own);
    own.push(page);
  }
  return sites;
}
