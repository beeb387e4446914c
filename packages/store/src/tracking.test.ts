import { expect, it } from 'vitest';
import { openStore } from './open.js';
import { onBothDatabases } from './testing/stores.js';
import {
  type Observation,
  observedPages,
  readChanges,
  readObservations,
  readSite,
  readSites,
  saveSiteUpdate,
  type TrackedSite,
} from './tracking.js';

const page = (seq: number, more: Partial<Observation> = {}): Observation => ({
  site: 'example.org',
  seq,
  source: 'monday',
  page: `page-${seq}`,
  at: '2026-01-05T00:00:00.000Z',
  words: 400 + seq,
  confidence: 0.1 + 0.7,
  type: 'article',
  fields: ['title', 'authors'],
  ...more,
});
const site: TrackedSite = {
  site: 'example.org',
  pages: 2,
  state: '{"é":"\\u0000"}',
  firstSeen: '2026-01-05T00:00:00.000Z',
  lastSeen: '2026-01-06T00:00:00.000Z',
};

onBothDatabases(address => {
  it('returns saved data unchanged', async () => {
    const store = await openStore(address());
    const observations = [
      page(0, { url: 'https://example.org/a', structure: 'abc' }),
      page(1, { fields: [], error: 'no text' }),
    ];
    const change = {
      site: site.site,
      seq: 1,
      kind: 'template',
      at: site.lastSeen,
      message: 'new',
      evidence: '{}',
    };
    await saveSiteUpdate(store, { site, observations, changes: [change] });
    expect(await readObservations(store, site.site)).toEqual(observations);
    expect(await readSite(store, site.site)).toEqual(site);
    expect(await readSites(store)).toEqual([site]);
    expect(await readChanges(store, site.site)).toEqual([change]);
    expect(await readChanges(store, 'other.org')).toEqual([]);
    expect(await observedPages(store, 'monday')).toEqual(new Set(['page-0', 'page-1']));
    expect(await readSite(store, 'other.org')).toBeUndefined();
    await store.close();
  });

  it('rolls back a run that fails', async () => {
    const store = await openStore(address());
    await saveSiteUpdate(store, { site, observations: [page(0), page(1)], changes: [] });
    const next = { ...site, pages: 4, state: 'next' };
    // The second page was observed before, so the run fails and the site is unchanged.
    const twice = saveSiteUpdate(store, {
      site: next,
      observations: [page(2), page(3, { page: 'page-0' })],
      changes: [],
    });
    await expect(twice).rejects.toThrow();
    expect(await readSite(store, site.site)).toEqual(site);
    expect(await readObservations(store, site.site)).toHaveLength(2);
    await saveSiteUpdate(store, { site: next, observations: [page(2)], changes: [] });
    expect((await readSite(store, site.site))?.state).toBe('next');
    await store.close();
  });

  it('saves thousands of pages in one run and reads them in parts', async () => {
    const store = await openStore(address());
    await saveSiteUpdate(store, {
      site,
      observations: Array.from({ length: 2500 }, (_, seq) => page(seq)),
      changes: [],
    });
    const part = await readObservations(store, site.site, { from: 2400, limit: 50 });
    expect(part.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, place) => 2400 + place));
    await store.close();
  });
});
