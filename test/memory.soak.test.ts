import { describe, expect, it } from 'vitest';
import { DENSE_PAGES, type DensePage } from '../bench/memory/dense-pages.js';
import { memoryOf, type Reading } from '../bench/memory/measure.js';

/** Characters of a page: enough that Node's own memory hardly counts. */
const SIZE = 2_000_000;
/** Multiple of the page's size. */
const USUAL = 20;
/** Multiple of htmlparser2's tree of the page: any tree of a dense page is many times its size. */
const BESIDE_TREE = 2.5;

/** Uses the build for Node, which loads faster than the sources. */
const measure = (page: DensePage, reading: Reading, size = SIZE) => memoryOf(page, reading, size);

describe.runIf(process.platform === 'linux')('memory', { timeout: 300_000 }, () => {
  it.each(Object.keys(DENSE_PAGES) as DensePage[])(
    '%s: takes at most twenty times the page, or little more than a tree of it',
    async page => {
      const { bytes, characters, refusal } = await measure(page, 'text');
      expect(refusal).toBeUndefined();
      // The tree is measured only for a page that exceeds the first limit.
      if (bytes >= USUAL * characters) {
        expect(bytes).toBeLessThan(BESIDE_TREE * (await measure(page, 'dom')).bytes);
      }
    },
  );

  it('is small for a rejected page', async () => {
    const { bytes, characters, refusal } = await measure('short paragraphs', 'text', 6 * SIZE);
    expect(refusal).toBe('too-large');
    expect(bytes).toBeLessThan(USUAL * characters);
  });
});
