import { C45, datasetFromRows, numericAttributes } from '@webpith/learn';
import { expect, it } from 'vitest';
import { drawTree } from './train.js';

it('draws the tests, branches and leaves of a tree, and escapes their names', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [i, i % 2]);
  const data = datasetFromRows({
    attributes: numericAttributes(['words < all', 'odd']),
    rows,
    labels: rows.map(([a]) => (a! > 19 ? 'content' : 'noise')),
    classes: ['noise', 'content'],
  });
  const svg = drawTree(new C45().fit(data));
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>.*<\/svg>$/s);
  expect(svg.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toBe(
    ' words &lt; all? ≤ 19 : noise (20 of 20) > 19 : content (20 of 20) '.replace('> 19', '&gt; 19'),
  );
});
