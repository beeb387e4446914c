import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/tiers.js';
import { extract } from '../extract.js';
import { MARKDOWN_CHOICES, type MarkdownOptions } from '../options.js';
import { contentOfAll } from './testing/content-of-all.js';
import { hostileContent } from './testing/hostile-content.js';
import { hostilePage } from './testing/hostile-pages.js';
import { chunkFaults, markdownFaults } from './testing/markdown-faults.js';

/** Generated pages; `npm run fuzz -- --only markdown --inputs 100000` tries more. */
const PAGES = Number(process.env.HOSTILE_PAGES ?? volume(150, 6000));
const SEED = process.env.HOSTILE_SEED === undefined ? {} : { seed: Number(process.env.HOSTILE_SEED) };
const TIMEOUT = Math.max(240_000, PAGES * 500);

/** Mostly sizes at which generated pages have several chunks. */
const chunkSize = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 16, max: 80 }) },
  fc.integer({ min: 81, max: 4000 }),
);

/** Any combination of the options, including those left out. */
const anyOptions: fc.Arbitrary<MarkdownOptions> = fc.record(
  Object.fromEntries(
    Object.entries(MARKDOWN_CHOICES).map(([name, values]) => [name, fc.constantFrom(...values)]),
  ),
  { requiredKeys: [] },
);

/** Options that change the signs but not the words. */
const sameWords: fc.Arbitrary<MarkdownOptions> = fc.record({
  links: fc.constantFrom('inline', 'reference'),
  math: fc.constantFrom('dollar', 'backslash'),
  tables: fc.constantFrom('compact', 'aligned'),
});

describe('Markdown with options', () => {
  it(
    'renders to allowed markup only in every renderer',
    () => {
      fc.assert(
        fc.property(hostilePage, anyOptions, (page, options) => {
          expect(markdownFaults(contentOfAll(page), false, options)).toEqual([]);
        }),
        { numRuns: PAGES, ...SEED },
      );
    },
    TIMEOUT,
  );

  it(
    'has the same text for every syntax of links, formulas and tables',
    () => {
      fc.assert(
        fc.property(hostilePage, sameWords, (page, options) => {
          expect(markdownFaults(contentOfAll(page), true, options)).toEqual([]);
        }),
        { numRuns: PAGES, ...SEED },
      );
    },
    TIMEOUT,
  );

  it(
    'renders to allowed markup only for content from elsewhere',
    () => {
      fc.assert(
        fc.property(hostileContent, anyOptions, (content, options) => {
          expect(markdownFaults(content, false, options)).toEqual([]);
        }),
        { numRuns: PAGES / 2, ...SEED },
      );
    },
    TIMEOUT,
  );

  it(
    'renders to allowed markup only in chunks',
    () => {
      fc.assert(
        fc.property(hostilePage, anyOptions, chunkSize, (page, options, size) => {
          expect(chunkFaults(contentOfAll(page), size, false, options)).toEqual([]);
        }),
        { numRuns: PAGES / 10, ...SEED },
      );
    },
    TIMEOUT,
  );
});

describe('Markdown of hostile pages', () => {
  it(
    'renders to allowed markup only in every renderer, with the same text',
    () => {
      fc.assert(
        fc.property(hostilePage, fc.boolean(), (page, isKnown) => {
          expect(markdownFaults(contentOfAll(page, isKnown ? { baseUrl: 'https://e.org/a/' } : {}))).toEqual(
            [],
          );
        }),
        { numRuns: PAGES, ...SEED },
      );
    },
    TIMEOUT,
  );

  it(
    'does so as output by `extract`',
    () => {
      fc.assert(
        fc.property(hostilePage, page => {
          const { content } = extract(`<title>a</title><article>${page}</article>`, {
            rules: { keep: ['body'] },
          });
          expect(markdownFaults(content)).toEqual([]);
        }),
        { numRuns: PAGES / 10, ...SEED },
      );
    },
    TIMEOUT,
  );

  it(
    'renders to allowed markup only for content from elsewhere',
    () => {
      fc.assert(
        fc.property(hostileContent, content => {
          expect(markdownFaults(content, false)).toEqual([]);
        }),
        { numRuns: PAGES / 2, ...SEED },
      );
    },
    TIMEOUT,
  );

  it(
    'renders to allowed markup only in chunks, wherever they are cut',
    () => {
      fc.assert(
        fc.property(hostilePage, chunkSize, fc.boolean(), (page, size, overlaps) => {
          expect(chunkFaults(contentOfAll(page), size, overlaps)).toEqual([]);
        }),
        { numRuns: PAGES / 10, ...SEED },
      );
    },
    TIMEOUT,
  );
});
