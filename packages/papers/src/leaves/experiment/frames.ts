import { LEAF_LABELS, visibleLeaves } from '@webpith/lab';
import { markdownTable } from '@webpith/lab/internals';
import type { LabelledPage } from '../labelled-pages.js';

/** Labels of the frames on the labelled pages; most are advertisements in the paper. */
export function framesTable(pages: readonly LabelledPage[]): string {
  const counts = {
    train: new Map<string, number>(),
    test: new Map<string, number>(),
    aside: new Map<string, number>(),
  };
  for (const { side, tree, y } of pages) {
    for (const [i, { kind }] of visibleLeaves(tree).entries()) {
      const label = LEAF_LABELS[y[i]!]!;
      if (kind === 'frame') counts[side].set(label, (counts[side].get(label) ?? 0) + 1);
    }
  }
  const { train, test } = counts;
  const labels = LEAF_LABELS.filter(label => train.has(label) || test.has(label));
  const rows = labels.map(label => [label, train.get(label) ?? 0, test.get(label) ?? 0]);
  return markdownTable(['frames that are', 'to learn from', 'to test'], rows);
}
