import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  bootstrapMean,
  type MethodJob,
  type Page,
  readCorpus,
  readLabels,
  scaledCosine,
  visibleLeaves,
} from '@webpith/lab';
import { type Interval, pageTree } from '@webpith/lab/internals';
import { articleText, runsOf } from '../../leaves/article-fields.js';
import { isOfSecondPage, leavesFolder } from '../../leaves/labelled-pages.js';

/** How far two annotations of the same pages agree: HL of table 1. */
export interface HumanAgreement {
  readonly title: string;
  readonly pages: number;
  /** Mean scaled cosine of the two texts of a page; undefined where no page has two. */
  readonly score: Interval | undefined;
}

/** Two annotations of a page as texts. */
type Pair = readonly [first: string, second: string];

const CORPORA = ['newspapers', 'wcxb', 'segments'];

/**
 * Pages that were annotated twice: newspapers with a gold text whose leaves somebody labelled one by one, and pages of
 * all corpora whose leaves two readers labelled.
 */
export async function humanAgreement(job: MethodJob): Promise<HumanAgreement[]> {
  const leaves = leavesFolder(job.root);
  const against: Pair[] = [];
  const readers: Pair[] = [];
  for (const corpus of CORPORA) {
    const folder = join(job.corpora, corpus);
    if (!existsSync(folder) || !existsSync(join(leaves, corpus))) continue;
    for await (const page of readCorpus(folder, { onProblem: () => undefined })) {
      job.signal?.throwIfAborted();
      const text = await labelledText(join(leaves, corpus), page);
      if (corpus === 'newspapers' && text !== undefined && page.text?.trim()) against.push([page.text, text]);
      const first = await labelledText(join(leaves, 'first', corpus), page);
      const second = await labelledText(join(leaves, 'second', corpus), page);
      if (first !== undefined && second !== undefined) readers.push([first, second]);
    }
  }
  return [
    agreement('gold text against labels of leaves, `newspapers`', against),
    agreement('two readers of leaves', readers),
  ];
}

/** The main text of a page as the labels of its leaves give it; undefined where it has none, or a model had a say in them. */
async function labelledText(folder: string, page: Page): Promise<string | undefined> {
  const labels = await readLabels(folder, page);
  if (!labels || isOfSecondPage(labels)) return undefined;
  const tree = pageTree(page);
  const leaves = visibleLeaves(tree);
  return articleText(
    runsOf(
      tree,
      leaves,
      leaves.map(({ node }) => labels.nodes[node] ?? ''),
    ),
  );
}

function agreement(title: string, pairs: readonly Pair[]): HumanAgreement {
  const scores = pairs.map(([first, second]) => scaledCosine(first, second));
  return { title, pages: pairs.length, score: scores.length === 0 ? undefined : bootstrapMean(scores) };
}
