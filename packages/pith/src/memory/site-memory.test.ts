import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, PithError, SiteMemory } from '../index.js';
import { MOST_PAGES } from './site-memory.js';
import { decodeSitePage, SitePage } from './site-page.js';

const page = (id: number, texts: readonly number[]) =>
  new SitePage(
    id,
    0xffffffff,
    Uint32Array.from(new Set(texts)).sort(),
    Uint32Array.of(7),
    Uint16Array.of(10),
    Uint8Array.of(50),
  );
const memoryOf = (pages: readonly SitePage[]) => {
  const memory = new SiteMemory();
  for (const each of pages) memory.add(each.encode());
  return memory;
};
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
        const shuffled = pages.map(each => [keys.next().value!, each] as const).sort(([a], [b]) => a - b);
        const [first, second] = [memoryOf(pages), memoryOf(shuffled.map(([, each]) => each))];
        expect(jsonOf(second)).toBe(jsonOf(first));
        const asked = page(1e9, [2, 4, 6]);
        const [one, other] = [first.pagesFor(asked), second.pagesFor(asked)];
        expect(other.count).toBe(one.count);
        expect(other.atPath(7)).toEqual(one.atPath(7));
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
    const memory = memoryOf([page(1, [2, 4]), page(2, [2, 6])]);
    const restored = SiteMemory.fromJSON(JSON.parse(jsonOf(memory)));
    expect(jsonOf(restored)).toBe(jsonOf(memory));
    expect(restored.size).toBe(2);
  });

  it('stays below 64 KB for any number of pages of any size', () => {
    const words = Array.from(
      { length: 600 },
      (_, n) => `word${String.fromCharCode(97 + (n % 26))}${'x'.repeat(n % 97)}${'y'.repeat(n % 89)}`,
    );
    const memory = new SiteMemory();
    for (let n = 0; n < 30; n++) {
      const html = words.map(
        (word, i) => `<div class="${word.slice(4)}"><p>${word} ${'z'.repeat(n)} ${i}</p></div>`,
      );
      memory.add(extract(`<body>${html.join('')}`));
    }
    expect(memory.size).toBe(MOST_PAGES);
    expect(jsonOf(memory).length).toBeLessThan(64 * 1024);
    expect(jsonOf(memory).length).toBeGreaterThan(32 * 1024);
  });

  it('counts the same page once, and replaces older pages by later ones', () => {
    const memory = memoryOf([page(1, [2]), page(1, [2])]);
    expect(memory.size).toBe(1);
    for (let id = 100; id < 100 + MOST_PAGES; id++) memory.add(page(id, [2 * id]).encode(), 5);
    expect(memory.pagesFor(page(9, [4])).withText(2)).toBe(0);
    expect(memory.size).toBe(MOST_PAGES);
  });

  it('compares a page neither with itself nor with its copies', () => {
    const prose = [3, 5, 7, 9, 11];
    const memory = memoryOf([page(1, prose), page(2, [...prose, 2, 4]), page(3, [3, 13, 15])]);
    expect(memory.pagesFor(page(1, prose)).count).toBe(1);
    expect(memory.pagesFor(page(4, [17, 19])).count).toBe(2);
  });

  it('treats texts beyond those stored as unknown', () => {
    const cut = new SitePage(
      5,
      100,
      Uint32Array.of(20, 100),
      new Uint32Array(),
      new Uint16Array(),
      new Uint8Array(),
    );
    const known = memoryOf([cut, page(6, [20])]).pagesFor(page(7, [1]));
    expect(
      [known.decidedOn(20), known.decidedOn(200)].map(mask => mask.toString(2).replaceAll('0', '').length),
    ).toEqual([2, 1]);
  });

  it.each([
    undefined,
    3,
    {},
    { format: 'webpith-site-memory', version: 1, pages: [{ day: 1, page: 'AAAA' }] },
  ])('is not read from %j', file => {
    expect(() => SiteMemory.fromJSON(file)).toThrow(PithError);
  });

  it('rejects fingerprints that are cut off or not base64', () => {
    const text = page(1, [2, 4]).encode();
    for (const broken of [text.slice(0, -4), `${text}AAAA`, '', '%%'])
      expect(() => decodeSitePage(broken)).toThrow(/expected the fingerprint of a page/);
  });
});
