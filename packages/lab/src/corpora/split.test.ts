import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostOfUrl, siteOf, siteOfHost } from 'webpith/stages';
import { foldCorpus, type SplitPage, splitCorpus, splitGroup } from './split.js';

const page = fc.record({
  host: fc.option(
    fc.constantFrom('a.com', 'www.a.com', 'b.co.uk', 'm.b.co.uk', 'x.blogspot.com', 'c.de', 'd.org'),
  ),
  type: fc.constantFrom('article', 'forum', undefined),
});
const pages = fc.array(page, { minLength: 30, maxLength: 80 }).map(list =>
  list.map(
    ({ host, type }, index): SplitPage => ({
      id: `p${index}`,
      ...(host === null ? {} : { url: `https://${host}/${index}` }),
      ...(type === undefined ? {} : { type }),
    }),
  ),
);
// Seven URLs of five sites and nearly always a page without URL: enough for three folds.
const severalSites = pages.filter(list => new Set(list.map(splitGroup)).size >= 3);

describe('site', () => {
  it.each([
    ['www.example.com', 'example.com'],
    ['m.example.com', 'example.com'],
    ['EXAMPLE.com.', 'example.com'],
    ['news.bbc.co.uk', 'bbc.co.uk'],
    ['www.smh.com.au', 'smh.com.au'],
    ['bbc.co.uk', 'bbc.co.uk'],
    ['co.uk', 'co.uk'],
    ['a.blogspot.com', 'a.blogspot.com'],
    ['www.a.wordpress.com', 'a.wordpress.com'],
    ['wordpress.com', 'wordpress.com'],
    ['a.blogspot.co.uk', 'a.blogspot.co.uk'],
    ['a.blogspot.de', 'a.blogspot.de'],
    ['t.co', 't.co'],
    ['192.168.1.7', '192.168.1.7'],
    ['[::1]', '[::1]'],
    ['localhost', 'localhost'],
  ])('of %s is %s', (host, site) => {
    expect(siteOfHost(host)).toBe(site);
  });

  it.each([
    ['https://user@www.x.org:8080/a?b#c', 'www.x.org'],
    ['xhttps://www.x.org/a', 'www.x.org'],
    ['www.x.org/a', 'www.x.org'],
    ['https://web.archive.org/web/20190101000000/https://www.x.org/a', 'www.x.org'],
    ['https://web.archive.org/web/2019id_/http://x.org/a', 'x.org'],
    ['', undefined],
    ['http://', undefined],
  ])('host of %j is %j', (url, host) => {
    expect(hostOfUrl(url)).toBe(host);
  });

  it('is undefined without a URL', () => {
    expect(siteOf({})).toBeUndefined();
  });
});

describe('foldCorpus', () => {
  it('puts every page on the test side once and no site on both sides', () => {
    fc.assert(
      fc.property(severalSites, fc.integer(), (list, seed) => {
        const byId = new Map(list.map(item => [item.id, item]));
        const folds = foldCorpus(list, { folds: 3, seed });
        expect(folds.flatMap(fold => fold.test).sort()).toEqual(list.map(item => item.id).sort());
        for (const { train, test } of folds) {
          expect(train.length + test.length).toBe(list.length);
          expect(test.length).toBeGreaterThan(0);
          const trained = new Set(train.map(id => splitGroup(byId.get(id)!)));
          expect(test.some(id => trained.has(splitGroup(byId.get(id)!)))).toBe(false);
        }
      }),
    );
  });

  it('is deterministic for a seed', () => {
    const list = Array.from({ length: 60 }, (_, i) => ({ id: `${i}`, url: `https://s${i}.com/` }));
    expect(foldCorpus(list, { folds: 5, seed: 7 })).toEqual(foldCorpus(list, { folds: 5, seed: 7 }));
    expect(foldCorpus(list, { folds: 5, seed: 7 })).not.toEqual(foldCorpus(list, { folds: 5, seed: 8 }));
  });

  it('keeps sizes and types even where sites are small', () => {
    const list = Array.from({ length: 100 }, (_, i) => ({
      id: `${i}`,
      url: `https://s${i >> 1}.com/`,
      type: i < 40 ? 'forum' : 'article',
    }));
    for (const { test } of foldCorpus(list, { folds: 5 })) {
      expect(test).toHaveLength(20);
      expect(test.filter(id => Number(id) < 40)).toHaveLength(8);
    }
  });

  it('refuses more folds than sites', () => {
    const list = [0, 1, 2].map(i => ({ id: `${i}`, url: 'https://www.x.com/' }));
    expect(() => foldCorpus(list, { folds: 2 })).toThrow(/3 pages come from 1/);
    expect(() => foldCorpus(list, { folds: 1.5 })).toThrow(/whole number/);
  });
});

describe('splitCorpus', () => {
  it('keeps about the test share of every type', () => {
    const list = Array.from({ length: 200 }, (_, i) => ({
      id: `${i}`,
      url: `https://s${i % 80}.com/`,
      type: i % 4 ? 'article' : 'forum',
    }));
    const { train, test } = splitCorpus(list, { testShare: 0.25, seed: 3 });
    expect(train.length + test.length).toBe(200);
    expect(test.length).toBeGreaterThanOrEqual(46);
    expect(test.length).toBeLessThanOrEqual(54);
    const forums = test.filter(id => Number(id) % 4 === 0).length;
    expect(forums).toBeGreaterThanOrEqual(10);
    expect(forums).toBeLessThanOrEqual(15);
  });

  it('treats pages without URL as separate sites', () => {
    const list = [0, 1, 2, 3].map(i => ({ id: `${i}` }));
    const { train, test } = splitCorpus(list, { testShare: 0.5 });
    expect([train.length, test.length]).toEqual([2, 2]);
  });

  it('refuses a share of 0 or 1', () => {
    expect(() => splitCorpus([], { testShare: 0 })).toThrow(/between 0 and 1, got 0/);
    expect(() => splitCorpus([], { testShare: 1 })).toThrow(/got 1/);
  });
});
