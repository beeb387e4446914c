import { join } from 'node:path';
import { type MethodJob, readLabels, visibleLeaves } from '@webpith/lab';
import { labelNumber } from '../label-number.js';
import { type LabelledPage, leavesFolder } from '../labelled-pages.js';
import { agreement } from '../scores.js';

/** How far two readers agree, and what became of their disagreements. */
export interface ReaderAgreement {
  readonly pages: number;
  readonly leaves: number;
  readonly share: number;
  readonly kappa: number;
  /** Leaves that both label differently. */
  readonly differ: number;
  /** Of those, leaves whose first label was changed when the disagreements were settled; and how many on test pages. */
  readonly changed: number;
  readonly changedInTest: number;
}

/** Compares the labels of the first reader, as they were before disagreements were settled, with those of a second. */
export async function readerAgreement(
  job: MethodJob,
  pages: readonly LabelledPage[],
): Promise<ReaderAgreement> {
  const first: number[] = [];
  const second: number[] = [];
  let [count, differ, changed, changedInTest] = [0, 0, 0, 0];
  for (const { key, page, tree, y, side } of pages) {
    const corpus = key.slice(0, key.indexOf('/'));
    const read = (reader: string) => readLabels(join(leavesFolder(job.root), reader, corpus), page);
    const theirs = await read('second');
    if (!theirs) continue;
    count++;
    const ours = await read('first');
    visibleLeaves(tree).forEach(({ node }, i) => {
      const a = ours ? labelNumber(ours.nodes[node] ?? 'none') : y[i]!;
      const b = labelNumber(theirs.nodes[node] ?? 'none');
      first.push(a);
      second.push(b);
      if (a !== b) differ++;
      if (a !== y[i]) changed++;
      if (a !== y[i] && side === 'test') changedInTest++;
    });
  }
  return { pages: count, leaves: first.length, ...agreement(first, second), differ, changed, changedInTest };
}
