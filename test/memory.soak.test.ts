import { describe, expect, it } from 'vitest';
import { DENSE_PAGES, type DensePage } from '../bench/memory/dense-pages.js';
import { memoryOf, type Reading } from '../bench/memory/measure.js';

/** Characters of a page: enough that what Node takes for itself counts for little. */
const SIZE = 2_000_000;
/** Times the size of the page. */
const USUAL = 20;
/** Times the memory of htmlparser2's tree of the page: a page may hold so much that any tree is many times its size. */
const BESIDE_TREE = 2.5;

/** By the build for Node, which is made before every run of the tests: it is read sooner than the sources. */
const measure = (page: DensePage, reading: Reading, size = SIZE) => memoryOf(page, reading, size);

describe.runIf(process.platform === 'linux')('memory', { timeout: 300_000 }, () => {
  it.each(Object.keys(DENSE_PAGES) as DensePage[])(
    '%s: twenty times the page, or little more than a tree of it',
    async page => {
      const { bytes, characters, refusal } = await measure(page, 'text');
      expect(refusal).toBeUndefined();
      // A tree is made only of a page that needs it as an excuse.
      if (bytes >= USUAL * characters) {
        expect(bytes).toBeLessThan(BESIDE_TREE * (await measure(page, 'dom')).bytes);
      }
    },
  );

  it('is little for a page that is refused', async () => {
    const { bytes, characters, refusal } = await measure('short paragraphs', 'text', 6 * SIZE);
    expect(refusal).toBe('too-large');
    expect(bytes).toBeLessThan(USUAL * characters);
  });
});
