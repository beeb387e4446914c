import { describe, expect, it } from 'vitest';
import { DENSE_PAGES, type DensePage } from '../bench/memory/dense-pages.js';
import { memoryOf, type Reading } from '../bench/memory/measure.js';

/** Characters of a page: enough that what Node takes for itself counts for little. */
const SIZE = 2_000_000;
/** Times the size of the page. */
const USUAL = 20;
/** Times the memory of htmlparser2's tree of the page: a page may hold so much that any tree is many times its size. */
const BESIDE_TREE = 2.5;

const measure = (page: DensePage, reading: Reading, size = SIZE) =>
  memoryOf(page, reading, size, ['--conditions=pith-source']);

describe.runIf(process.platform === 'linux')('memory', { timeout: 300_000 }, () => {
  it.each(Object.keys(DENSE_PAGES) as DensePage[])(
    '%s: twenty times the page, or little more than a tree of it',
    async page => {
      const bare = await measure(page, 'dom');
      const { bytes, characters, refusal } = await measure(page, 'text');
      expect(refusal).toBeUndefined();
      expect(bytes).toBeLessThan(Math.max(USUAL * characters, BESIDE_TREE * bare.bytes));
    },
  );

  it('is little for a page that is refused', async () => {
    const { bytes, characters, refusal } = await measure('short paragraphs', 'text', 6 * SIZE);
    expect(refusal).toBe('too-large');
    expect(bytes).toBeLessThan(USUAL * characters);
  });
});
