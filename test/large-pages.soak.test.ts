import { expect, it } from 'vitest';
import { extract } from 'webpith';

/** Processor time of explaining all blocks of a page, in milliseconds. */
function costOfExplaining(paragraphs: number): number {
  const article = extract('<p>para words and more'.repeat(paragraphs));
  const before = process.cpuUsage();
  const blocks = article.explain();
  expect(blocks).toHaveLength(paragraphs);
  // Computes the evidence of each block, which is done on access.
  expect(blocks.every(({ summary }) => summary !== '')).toBe(true);
  return process.cpuUsage(before).user / 1000;
}

it('explains 100,000 paragraphs in time that grows linearly', () => {
  costOfExplaining(5000); // pays for compilation
  const small = Math.min(costOfExplaining(10_000), costOfExplaining(10_000));
  const large = Math.min(costOfExplaining(100_000), costOfExplaining(100_000));
  expect(large).toBeLessThan(14 * small);
});
