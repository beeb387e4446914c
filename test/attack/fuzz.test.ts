import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../fuzz/check.js';
import { htmlFault, xmlFault } from '../../fuzz/markup-faults.js';
import { MUTATION_NAMES } from '../../fuzz/mutations/table.js';
import { fuzzedPage } from '../../fuzz/page.js';
import { htmlOfMarkdown, parsedFault } from '../../fuzz/parsed-faults.js';
import { readSeeds } from '../../fuzz/seeds.js';
import { volume } from '../tiers.js';

const PAGES = fileURLToPath(new URL('../pages', import.meta.url));
const CASES = fileURLToPath(new URL('../../fuzz/cases', import.meta.url));
/** Enough for every mutation to occur. */
const PAGES_PER_RUN = volume(120, 5000);
const CLOSELY = { twice: true, parsed: true };

describe('pages that once failed', () => {
  const rules = { keep: ['article'] };
  it.each(readdirSync(CASES).filter(name => name.endsWith('.page')))('%s', name => {
    const bytes = new Uint8Array(readFileSync(`${CASES}/${name}`));
    for (const options of [{}, { url: 'https://example.org/' }, { rules }]) {
      const { faults, length } = faultsOf({ bytes, options, mutations: [] }, CLOSELY);
      expect(faults).toEqual([]);
      expect(length).toBeGreaterThan(0);
    }
  });
});

describe('a short fuzzing run', () => {
  const seeds = readSeeds({ pages: PAGES }, 3);

  it('finds no faults', () => {
    const used = new Set<string>();
    let withText = 0;
    for (let number = 0; number < PAGES_PER_RUN; number++) {
      const page = fuzzedPage(seeds, 3, number);
      const { faults, length } = faultsOf(page, number % 5 === 0 ? CLOSELY : { twice: false, parsed: false });
      expect(faults, `page ${number}: ${page.mutations.join(', ')}`).toEqual([]);
      for (const name of page.mutations) used.add(name);
      if (length > 0) withText++;
    }
    expect(withText).toBeGreaterThan(PAGES_PER_RUN * 0.75);
    expect(MUTATION_NAMES.filter(name => !used.has(name))).toEqual([]);
  });

  it('makes the same page for the same number, and different pages for others', () => {
    const digest = (seed: number, number: number) =>
      Buffer.from(fuzzedPage(seeds, seed, number).bytes).toString('latin1');
    expect(digest(3, 77)).toBe(digest(3, 77));
    expect(digest(4, 77)).not.toBe(digest(3, 77));
    expect(new Set(Array.from({ length: 50 }, (_, number) => digest(3, number))).size).toBe(50);
  });
});

describe('the fault checks', () => {
  it.each([
    '<script>x</script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:x">a</a>',
    '<a href="java&quot;x">a</b>',
    '<img src=x>',
    '<p>a',
    'a < b',
    'a & b',
    '<!-- x -->',
    '<p title="x">a</p>',
  ])('reject %s as HTML', html => {
    expect(htmlFault(html)).toBeDefined();
  });

  it('accept HTML and XML that we write', () => {
    expect(htmlFault('<p>a &lt; b<br><a href="/x" title="y">c</a></p>')).toBeUndefined();
    expect(xmlFault('<?xml version="1.0"?><TEI><p n="1">a &amp; b</p><lb/></TEI>')).toBeUndefined();
    expect(xmlFault('<?xml version="1.0"?><TEI><p></TEI>')).toBeDefined();
    expect(xmlFault('<?xml version="1.0"?><TEI>\u0001</TEI>')).toBeDefined();
  });

  it('find active content in Markdown', () => {
    expect(parsedFault(htmlOfMarkdown('a <img src=x onerror=y>'))).toBeDefined();
    expect(parsedFault(htmlOfMarkdown('[x](javascript:y)'))).toBeDefined();
    expect(parsedFault(htmlOfMarkdown('a \\<img src=x onerror=y>'))).toBeUndefined();
  });

  it('report a typed error without faults', () => {
    const broken = { bytes: null as never, options: { lean: 7 }, mutations: [] };
    expect(faultsOf(broken, CLOSELY)).toMatchObject({ faults: [], typed: expect.any(String) });
  });
});
