import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, fingerprint, PithError, SiteMemory } from '../index.js';
import { MOST_PAGES } from './site-memory.js';
import { ALL_TEXTS, decodeSitePage, SitePage } from './site-page.js';

const page = (id: number, texts: readonly number[], limit = ALL_TEXTS) =>
  new SitePage(id, limit, Uint32Array.from(new Set(texts)).sort());

function memoryOf(pages: readonly SitePage[], day?: number): SiteMemory {
  const memory = new SiteMemory();
  for (const each of pages) memory.add(each.encode(), day);
  return memory;
}

const jsonOf = (memory: SiteMemory) => JSON.stringify(memory);

const anyPage = fc
  .record({
    id: fc.nat(),
    texts: fc.array(
      fc.nat({ max: 60 }).map(text => 2 * text + 2),
      { maxLength: 12 },
    ),
  })
  .map(({ id, texts }) => page(id, texts));
const manyPages = fc.uniqueArray(anyPage, { maxLength: 2 * MOST_PAGES, selector: ({ id }) => id });

describe('a site memory', () => {
  it('does not depend on the order of its pages', () => {
    fc.assert(
      fc.property(manyPages, fc.infiniteStream(fc.nat()), (pages, keys) => {
        const shuffled = pages
          .map(each => [keys.next().value!, each] as const)
          .sort(([a], [b]) => a - b)
          .map(([, each]) => each);
        const [first, second] = [memoryOf(pages), memoryOf(shuffled)];
        expect(jsonOf(second)).toBe(jsonOf(first));
      }),
      { numRuns: 50 },
    );
  });

  it('merged from parts equals one made of all pages', () => {
    fc.assert(
      fc.property(manyPages, fc.nat({ max: 40 }), (pages, cut) => {
        const merged = memoryOf(pages.slice(0, cut));
        merged.merge(memoryOf(pages.slice(cut)));
        expect(jsonOf(merged)).toBe(jsonOf(memoryOf(pages)));
      }),
      { numRuns: 50 },
    );
  });

  it('is restored from its JSON', () => {
    const restored = SiteMemory.fromJSON(JSON.parse(jsonOf(memoryOf([page(1, [2, 4]), page(2, [2, 6])], 7))));
    expect(jsonOf(restored)).toBe(jsonOf(memoryOf([page(1, [2, 4]), page(2, [2, 6])], 7)));
    expect(restored.pagesFor(page(3, [8])).shareWith(4)).toBe(0.5);
  });

  it('stays below 64 KB for any number of pages of any size', () => {
    const memory = new SiteMemory();
    for (let n = 0; n < MOST_PAGES + 3; n++) {
      const texts = Array.from(
        { length: 500 },
        (_, i) => `${'x'.repeat(i % 97)}${'y'.repeat(i % 89)}${'z'.repeat(n)}`,
      );
      memory.add(fingerprint(`<body>${texts.map(text => `<p>${text}</p>`).join('')}`));
    }
    expect(memory.size).toBe(MOST_PAGES);
    expect(jsonOf(memory).length).toBeLessThan(64 * 1024);
    expect(jsonOf(memory).length).toBeGreaterThan(48 * 1024);
  });

  it('counts a page once, and replaces pages by later ones', () => {
    const memory = memoryOf([page(1, [2]), page(1, [2])]);
    expect(memory.size).toBe(1);
    for (let id = 100; id < 100 + MOST_PAGES; id++) memory.add(page(id, [2 * id]).encode(), 5);
    expect(memory.size).toBe(MOST_PAGES);
    expect(memory.pagesFor(page(9, [4])).shareWith(2)).toBe(0);
  });

  it('compares a page neither with itself nor with its copies, and counts copies once', () => {
    const prose = [3, 5, 7, 9, 11];
    const memory = memoryOf([page(1, prose), page(2, [...prose, 2, 4]), page(3, [3, 13, 15])]);
    expect(memory.pagesFor(page(1, prose)).count).toBe(1);
    expect(memory.pagesFor(page(4, [17, 19])).count).toBe(2);
  });

  it('counts texts beyond those stored as unknown', () => {
    const known = memoryOf([page(5, [20, 100], 100), page(6, [20, 200])]).pagesFor(page(7, [1]));
    expect([known.shareWith(20), known.shareWith(200), known.shareWith(100)]).toEqual([1, 1, 0.5]);
  });

  it.each([
    undefined,
    3,
    {},
    { format: 'webpith-site-memory', version: 1, pages: [{ day: 1, page: 'AAAA' }] },
  ])('is not read from %j', file => {
    expect(() => SiteMemory.fromJSON(file)).toThrow(PithError);
  });

  it('rejects fingerprints that are truncated, extended or not base64', () => {
    const text = page(1, [2, 4]).encode();
    for (const broken of [text.slice(0, -4), `${text}AAAA`, '', '%%'])
      expect(() => decodeSitePage(broken)).toThrow(/expected the fingerprint of a page/);
  });

  it('rejects fingerprints whose hashes repeat, are not in order or exceed their limit', () => {
    const encoded = (texts: readonly number[], limit = ALL_TEXTS) =>
      new SitePage(1, limit, Uint32Array.from(texts)).encode();
    expect(decodeSitePage(encoded([2, 4])).texts).toHaveLength(2);
    for (const broken of [encoded([4, 4]), encoded([4, 2]), encoded([2, 4], 3)])
      expect(() => decodeSitePage(broken)).toThrow(/expected the fingerprint of a page/);
  });

  it('takes any bytes as a fingerprint or rejects them, and never exceeds its bound', () => {
    const memory = new SiteMemory();
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      fc
        .record({ id: fc.nat(), texts: fc.array(fc.nat({ max: 0xffffffff }), { maxLength: 400 }) })
        .map(({ id, texts }) => Buffer.from(page(id, texts).encode(), 'base64')),
    );
    fc.assert(
      fc.property(bytes, fc.integer(), (each, day) => {
        try {
          memory.add(Buffer.from(each).toString('base64'), day);
        } catch (error) {
          expect(error).toBeInstanceOf(PithError);
        }
        expect(memory.size).toBeLessThanOrEqual(MOST_PAGES);
        expect(jsonOf(memory).length).toBeLessThan(64 * 1024);
      }),
      { numRuns: 200 },
    );
    expect(memory.size).toBe(MOST_PAGES);
  });

  it('rejects a day that is not a number', () => {
    expect(() => new SiteMemory().add(page(1, [2]).encode(), Number.NaN)).toThrow(/expected a day/);
  });
});

describe('a fingerprint', () => {
  const html =
    '<title>Tides</title><h1>Tides</h1><p>High water is at six, low water at noon, says the keeper.</p>';

  it('is the same with and without an extraction', () => {
    expect(fingerprint(html)).toBe(extract(html).fingerprint());
  });

  it('ignores case and punctuation, and contains no text', () => {
    const written = html.replace('noon,', 'NOON –').replace('<h1>Tides', '<h1>tides!');
    expect(fingerprint(written)).toBe(fingerprint(html));
    for (const word of ['keeper', 'six'])
      expect(fingerprint(html.replace(word, 'seven'))).not.toBe(fingerprint(html));
    expect(fingerprint(`${html}<p>12 replies`)).not.toBe(fingerprint(`${html}<p>3 replies`));
    expect(atob(fingerprint(html))).not.toContain('keeper');
  });
});
