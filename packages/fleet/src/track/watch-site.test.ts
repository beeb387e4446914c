import type { Observation } from '@webpith/store';
import { describe, expect, it } from 'vitest';
import { decodeBytes, treeFromHtml } from 'webpith/stages';
import { randomFrom } from '../crawl/testing/words.js';
import { alike, structureOf } from './structure.js';
import { madeSite } from './testing/made-site.js';
import { goodPage } from './testing/observations.js';
import { type Change, newSite, observePage, type SiteState } from './watch-site.js';

const structure = (html: string) => structureOf(treeFromHtml(decodeBytes(Buffer.from(html)).text));
const BASELINE = 20;

/** Observes the pages of a site, the first ones as baseline; returns the changes and the page of each. */
function see(pages: readonly Observation[], state: SiteState = newSite()): { at: number; change: Change }[] {
  return pages.flatMap((page, place) =>
    observePage(state, page, place < BASELINE).map(change => ({ at: place, change })),
  );
}

describe('the fingerprint of a structure', () => {
  it('is similar for pages of one template, and different for another', () => {
    const [one, other] = [madeSite(1), madeSite(2)];
    const own = [1, 2, 3, 4, 5, 6].map(number =>
      alike(structure(one.article(0)), structure(one.article(number))),
    );
    const foreign = [1, 2, 3].map(number =>
      alike(structure(one.article(number)), structure(other.article(number))),
    );
    expect(Math.min(...own)).toBeGreaterThan(0.4);
    expect(Math.max(...foreign)).toBeLessThan(0.3);
  });

  it('does not depend on text length, numbers or generated class names', () => {
    const page = (paragraphs: number, id: string) =>
      `<body class="page-${id}"><div class="css-${id}x main"><h1>T</h1>${'<p>text <b>bold</b></p>'.repeat(paragraphs)}</div></body>`;
    expect(alike(structure(page(2, '17')), structure(page(200, '9381')))).toBe(1);
  });

  it('estimates the share of common paths', () => {
    const page = (from: number, to: number) =>
      Array.from(
        { length: to - from },
        (_, place) => `<div class="${'abcdefghijklmnopqrst'[from + place]!.repeat(3)}"></div>`,
      ).join('');
    // 15 paths each, 10 of them shared: 10 of 20.
    expect(Math.abs(alike(structure(page(0, 15)), structure(page(5, 20))) - 0.5)).toBeLessThan(0.15);
  });

  it('has no similarity to a broken one', () => {
    expect(alike('', structure('<p>'))).toBe(0);
    expect(alike('?', '?')).toBe(0);
  });
});

describe('a site with a new template', () => {
  const found = Array.from({ length: 20 }, (_, seed) => {
    const random = randomFrom(seed);
    const [old, next] = [madeSite(seed), madeSite(seed + 500)];
    const pages = Array.from({ length: 60 }, (_, seq) =>
      goodPage(random, seq, structure((seq < 40 ? old : next).article(seq))),
    );
    return see(pages).filter(({ change }) => change.kind === 'template');
  });

  it('is reported within a few pages, once', () => {
    expect(found.map(changes => changes.length)).toEqual(found.map(() => 1));
    expect(Math.max(...found.map(([change]) => change!.at - 40))).toBeLessThan(8);
    expect(Math.min(...found.map(([change]) => change!.at))).toBeGreaterThanOrEqual(40);
  });

  it('is reported with pages before and after, and pages to label', () => {
    const { change } = found[0]![0]!;
    expect(change.before.map(({ seq }) => seq)).toEqual([37, 38, 39]);
    expect(Math.min(...change.after.map(({ seq }) => seq))).toBeGreaterThanOrEqual(40);
    expect(change.relabel.length).toBeGreaterThan(2);
    const sureness = change.relabel.map(({ confidence }) => confidence);
    expect(sureness).toEqual([...sureness].sort());
    expect(change.relabel[0]?.url).toMatch(/^https:/);
  });
});

describe('a site that keeps its template', () => {
  it('is reported by mistake in at most 5 % of cases', () => {
    const sites = 60;
    const after = 60;
    let alarms = 0;
    for (let seed = 0; seed < sites; seed++) {
      const random = randomFrom(seed + 9000);
      const site = madeSite(seed);
      // One page in six is a list; one in fifty resembles no other.
      const html = (seq: number) => {
        const kind = random();
        if (kind < 0.02) return madeSite(10_000 + seed * 100 + seq).article(seq);
        return kind < 0.17 ? site.list(seq) : site.article(seq);
      };
      const pages = Array.from({ length: BASELINE + after }, (_, seq) =>
        goodPage(random, seq, structure(html(seq))),
      );
      if (see(pages).length > 0) alarms++;
    }
    expect(alarms / sites).toBeLessThanOrEqual(0.05);
  });

  it('is not reported for gradual changes', () => {
    const random = randomFrom(3);
    const site = madeSite(3);
    const pages = Array.from({ length: 90 }, (_, seq) => {
      // Every ten pages, one box is replaced by another.
      const boxes = Array.from(
        { length: 12 },
        (_, box) =>
          `<div class="box-${box < seq / 10 ? 'new' : 'old'}${'abcdefghijkl'[box]}"><div class="in${'abcdefghijkl'[box]}"></div></div>`,
      );
      return goodPage(
        random,
        seq,
        structure(site.article(seq).replace('</body>', `${boxes.join('')}</body>`)),
      );
    });
    expect(see(pages).filter(({ change }) => change.kind === 'template')).toEqual([]);
  });
});

describe('a degrading extraction', () => {
  const decays: readonly [kind: string, decay: (page: Observation) => Observation][] = [
    ['field authors', page => ({ ...page, fields: page.fields.filter(field => field !== 'authors') })],
    ['shorter', page => ({ ...page, words: Math.ceil(page.words / 40) })],
    ['longer', page => ({ ...page, words: page.words * 20 })],
    ['confidence', page => ({ ...page, confidence: page.confidence * 0.3 })],
    ['type', page => ({ ...page, type: 'other' })],
    ['failed', page => ({ ...page, words: 0, error: 'TypeError: nothing' })],
  ];
  const pages = (seed: number, decay: (page: Observation) => Observation) => {
    const random = randomFrom(seed);
    return Array.from({ length: 70 }, (_, seq) => {
      const page = goodPage(random, seq);
      return seq < 40 ? page : decay(page);
    });
  };

  it.each(decays)('is reported within a few pages: %s', (kind, decay) => {
    for (let seed = 0; seed < 10; seed++) {
      const found = see(pages(seed, decay)).filter(({ change }) => change.kind === kind);
      expect(found, `seed ${seed}`).toHaveLength(1); // reported once, although it continues
      expect(found[0]!.at).toBeGreaterThanOrEqual(40);
      expect(found[0]!.at).toBeLessThan(52);
    }
  });

  it('is reported again after it had recovered', () => {
    const random = randomFrom(1);
    const all = Array.from({ length: 120 }, (_, seq) => {
      const page = goodPage(random, seq);
      const isBad = (seq >= 40 && seq < 60) || seq >= 90;
      return isBad ? { ...page, fields: page.fields.filter(field => field !== 'authors') } : page;
    });
    expect(see(all).filter(({ change }) => change.kind === 'field authors')).toHaveLength(2);
  });

  it('is reported, later, if it affects every second page', () => {
    for (let seed = 0; seed < 10; seed++) {
      const half = see(pages(seed, page => (page.seq % 2 === 0 ? { ...page, words: 0 } : page)));
      expect(half.map(({ change }) => change.kind)).toContain('failed');
    }
  });

  it('has a state that is plain data', () => {
    const state = newSite();
    see(pages(1, page => page).slice(0, 30), state);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});
