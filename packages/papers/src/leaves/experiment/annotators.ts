import { join } from 'node:path';
import { type MethodJob, readLabels, visibleLeaves } from '@webpith/lab';
import { corpusOf, type LabelledPage, leavesFolder } from '../labelled-pages.js';
import { labelNumber } from '../labels.js';
import { agreement } from '../scores.js';

export interface AnnotatorAgreement {
  readonly pages: number;
  readonly leaves: number;
  readonly share: number;
  readonly kappa: number;
  readonly differ: number;
  /** Leaves whose first label was changed in adjudication, and those of them on test pages. */
  readonly changed: number;
  readonly changedInTest: number;
}

/** Compares the first annotator's labels, before adjudication, with those of the second. */
export async function annotatorAgreement(
  job: MethodJob,
  pages: readonly LabelledPage[],
): Promise<AnnotatorAgreement> {
  const first: number[] = [];
  const second: number[] = [];
  let [count, differ, changed, changedInTest] = [0, 0, 0, 0];
  for (const { key, page, tree, y, side } of pages) {
    const read = (reader: string) => readLabels(join(leavesFolder(job.root), reader, corpusOf(key)), page);
    const secondLabels = await read('second');
    if (!secondLabels) continue;
    count++;
    const firstLabels = await read('first');
    visibleLeaves(tree).forEach(({ node }, i) => {
      const a = firstLabels ? labelNumber(firstLabels.nodes[node] ?? 'none') : y[i]!;
      const b = labelNumber(secondLabels.nodes[node] ?? 'none');
      first.push(a);
      second.push(b);
      if (a !== b) differ++;
      if (a !== y[i]) changed++;
      if (a !== y[i] && side === 'test') changedInTest++;
    });
  }
  return { pages: count, leaves: first.length, ...agreement(first, second), differ, changed, changedInTest };
}
