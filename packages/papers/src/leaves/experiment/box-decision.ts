import { LEAF_LABELS, visibleLeaves } from '@webpith/lab';
import { labelNumber } from '../label-number.js';
import type { LabelledPage } from '../labelled-pages.js';
import { type Margins, mostProbableLabels } from '../margins.js';

const WIDTH = LEAF_LABELS.length;

/** Labels that usually apply to whole boxes; article labels vary from leaf to leaf. */
const OF_BOXES = ['advertisement', 'recommendation', 'related article', 'none'].map(labelNumber);

/** For each leaf, the range of leaves of its largest enclosing box with at most `largest` leaves. */
function boxes({ tree }: Pick<LabelledPage, 'tree'>, largest: number): { from: number; to: number }[] {
  const leaves = visibleLeaves(tree);
  const sums = new Uint32Array(tree.count);
  for (const { node } of leaves) sums[node] = 1;
  for (let n = tree.count - 1; n > 0; n--) sums[tree.parent[n]!]! += sums[n]!;
  const found: { from: number; to: number }[] = [];
  for (let i = 0; i < leaves.length; ) {
    let box = leaves[i]!.node;
    while (tree.parent[box]! > 0 && sums[tree.parent[box]!]! <= largest) box = tree.parent[box]!;
    let to = i;
    while (to < leaves.length && leaves[to]!.node < tree.end[box]!) to++;
    for (const from = i; i < Math.max(to, from + 1); i++) found.push({ from, to: Math.max(to, from + 1) });
  }
  return found;
}

/** Averages each probability with its mean over the box, half and half. */
export function mixWithBox(page: Pick<LabelledPage, 'tree'>, margins: Margins, largest: number): Margins {
  const around = boxes(page, largest);
  return margins.map((own, at) => {
    const { from, to } = around[Math.floor(at / WIDTH)]!;
    let sum = 0;
    for (let leaf = from; leaf < to; leaf++) sum += margins[leaf * WIDTH + (at % WIDTH)]!;
    return (own + sum / (to - from)) / 2;
  });
}

/** Labels in which all leaves of a box with a box label share the most probable one. */
export function decideByBox(page: Pick<LabelledPage, 'tree'>, margins: Margins, largest: number): number[] {
  const labels = mostProbableLabels(margins);
  const around = boxes(page, largest);
  return labels.map((label, leaf) => {
    if (!OF_BOXES.includes(label)) return label;
    const { from, to } = around[leaf]!;
    const promise = (of: number) => {
      let sum = 0;
      for (let other = from; other < to; other++) {
        if (OF_BOXES.includes(labels[other]!)) sum += margins[other * WIDTH + of]!;
      }
      return sum;
    };
    return OF_BOXES.reduce((best, of) => (promise(of) > promise(best) ? of : best));
  });
}
