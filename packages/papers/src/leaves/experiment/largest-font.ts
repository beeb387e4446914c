import { visibleLeaves } from '@webpith/lab';
import type { PageTree } from 'webpith/stages';
import { drawnLeaves } from '../features/drawn-leaves.js';
import { fontSize } from '../features/layout.js';
import { labelNumber } from '../label-number.js';
import type { LabelledPage } from '../labelled-pages.js';
import { type PRF, prf } from '../scores.js';

/** The baseline of §4.3: the text in the largest font on the page is the title. */
export function largestFont(pages: readonly LabelledPage[], drawn: ReadonlyMap<string, PageTree>): PRF {
  const title = labelNumber('title');
  let [right, claimed, there] = [0, 0, 0];
  for (const { key, side, tree, y } of pages) {
    const page = drawn.get(key);
    if (side !== 'test' || page?.layout === undefined) continue;
    const leaves = visibleLeaves(tree);
    const { nodes } = drawnLeaves(tree, leaves, page);
    const sizes = leaves.map(({ kind }, i) =>
      kind !== 'text' || nodes[i]! < 0 ? 0 : fontSize(page.layout!, page, nodes[i]!),
    );
    const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
    leaves.forEach((_, i) => {
      const isClaimed = largest > 0 && sizes[i] === largest;
      if (y[i] === title) there++;
      if (isClaimed) claimed++;
      if (isClaimed && y[i] === title) right++;
    });
  }
  return prf(right, claimed, there);
}
