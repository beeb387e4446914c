import { join } from 'node:path';
import { readLabels } from '../../../corpora/labels.js';
import type { MethodJob } from '../../entry.js';
import { type LabelledPage, leavesFolder } from '../labelled-pages.js';
import { labelNumber } from '../labels.js';
import { visibleLeaves } from '../leaves.js';
import { agreement } from './scores.js';

/** How far two readers agree. */
export interface ReaderAgreement {
  readonly pages: number;
  readonly leaves: number;
  readonly share: number;
  readonly kappa: number;
}

/** Compares the labels with those of a second reader, on the pages that have both. */
export async function readerAgreement(
  job: MethodJob,
  pages: readonly LabelledPage[],
): Promise<ReaderAgreement> {
  const first: number[] = [];
  const second: number[] = [];
  let count = 0;
  for (const { key, page, tree, y } of pages) {
    const corpus = key.slice(0, key.indexOf('/'));
    const labels = await readLabels(join(leavesFolder(job.root), 'second', corpus), page);
    if (!labels) continue;
    count++;
    first.push(...y);
    second.push(...visibleLeaves(tree).map(({ node }) => labelNumber(labels.nodes[node] ?? 'none')));
  }
  return { pages: count, leaves: first.length, ...agreement(first, second) };
}
