import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LabError,
  type MethodJob,
  type Page,
  type PageLabels,
  readCorpus,
  readLabels,
  visibleLeaves,
} from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { siteOf } from 'webpith/stages';
import { labelNumber } from './label-number.js';

/** A page with a label on every visible leaf. */
export interface LabelledPage {
  /** `corpus/id`. */
  readonly key: string;
  readonly site: string;
  readonly side: Side;
  readonly page: Page;
  readonly tree: PageTree;
  /** Numbers of the labels, leaf by leaf. */
  readonly y: Int32Array;
  /** Whether somebody has read the page and corrected its labels. */
  readonly isRead: boolean;
  /** Whether another page of its site was labelled before, and gave it its first labels. */
  readonly isSecond: boolean;
}

/** Where a page stands in the split by site; `aside` are pages of sites of test pages, for the paper's split by page alone. */
export type Side = (typeof SIDES)[number];
const SIDES = ['train', 'test', 'aside'] as const;

/** The split as it lies beside the labels. */
type LeafSplit = Readonly<Partial<Record<Side, readonly string[]>>>;

/** Folder of the stand-off labels. */
export const leavesFolder = (root: string) => join(root, 'corpora/leaves');

/** Reads all labelled pages, in the order of their keys. */
export async function readLabelledPages(job: MethodJob): Promise<LabelledPage[]> {
  const folder = leavesFolder(job.root);
  const split = JSON.parse(await readFile(join(folder, 'split.json'), 'utf8')) as LeafSplit;
  const sides = new Map<string, Side>();
  for (const side of SIDES) for (const key of split[side] ?? []) sides.set(key, side);
  const byCorpus = groupByCorpus(sides.keys());
  const pages: LabelledPage[] = [];
  for (const [corpus, keys] of byCorpus) {
    const ids = keys.map(key => key.slice(corpus.length + 1));
    for await (const page of readCorpus(join(job.corpora, corpus), { ids, onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      pages.push(await labelled(join(folder, corpus), corpus, page, sides));
      job.onProgress?.('pages read', pages.length / sides.size);
    }
  }
  if (pages.length < sides.size) {
    const message = `Of ${sides.size} labelled pages ${pages.length} were found in ${job.corpora}. Name the folder of the corpora with --corpora.`;
    throw new LabError('no-corpus', message);
  }
  return pages.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function labelled(
  folder: string,
  corpus: string,
  page: Page,
  sides: ReadonlyMap<string, Side>,
): Promise<LabelledPage> {
  const key = `${corpus}/${page.id}`;
  const labels = await readLabels(folder, page);
  if (!labels) throw new LabError('bad-labels', `${key} is in split.json but has no labels. Label it.`);
  const tree = pageTree(page);
  const y = Int32Array.from(visibleLeaves(tree), ({ node }) => labelNumber(labels.nodes[node] ?? ''));
  const missing = y.indexOf(-1);
  if (missing >= 0) {
    throw new LabError(
      'bad-labels',
      `${key}: leaf ${missing} has none of the thirty labels. Label the page anew.`,
    );
  }
  const isRead = labels.annotator?.includes('read') ?? false;
  const isSecond = isOfSecondPage(labels);
  return { key, site: siteOf(page) ?? key, side: sides.get(key)!, page, tree, y, isRead, isSecond };
}

/** Whether labels began with those of another page of the site and with what a model said, instead of the rules. */
export function isOfSecondPage({ annotator }: Pick<PageLabels, 'annotator'>): boolean {
  return annotator?.startsWith("the site's other page") ?? false;
}

function groupByCorpus(keys: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const corpus = key.slice(0, key.indexOf('/'));
    const group = groups.get(corpus);
    if (group) group.push(key);
    else groups.set(corpus, [key]);
  }
  return groups;
}
