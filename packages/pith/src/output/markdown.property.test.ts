import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/tiers.js';
import { extract } from '../extract.js';
import { contentOfAll } from './testing/content-of-all.js';
import { hostileContent } from './testing/hostile-content.js';
import { hostilePage } from './testing/hostile-pages.js';
import { chunkFaults, markdownFaults } from './testing/markdown-faults.js';

/** Generated pages; `npm run fuzz -- --only markdown --inputs 100000` tries more. */
const PAGES = Number(process.env.HOSTILE_PAGES ?? volume(150, 6000));
const SEED = process.env.HOSTILE_SEED === undefined ? {} : { seed: Number(process.env.HOSTILE_SEED) };
const TIMEOUT = Math.max(240_000, PAGES * 500);

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
        fc.property(hostilePage, fc.integer({ min: 16, max: 80 }), fc.boolean(), (page, size, overlaps) => {
          expect(chunkFaults(contentOfAll(page), size, overlaps)).toEqual([]);
        }),
        { numRuns: PAGES / 10, ...SEED },
      );
    },
    TIMEOUT,
  );
});
