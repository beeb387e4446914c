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
import { type PageTree, siteOf } from 'webpith/stages';
import { labelNumber } from './labels.js';

export interface LabelledPage {
  readonly key: string;
  readonly site: string;
  readonly side: Side;
  readonly page: Page;
  readonly tree: PageTree;
  readonly y: Int32Array;
  readonly isRead: boolean;
  readonly isSecond: boolean;
}

/** Side of the split by site. Pages `aside` are from sites of test pages; only the paper's split by page uses them. */
type Side = (typeof SIDES)[number];
const SIDES = ['train', 'test', 'aside'] as const;

type LeafSplit = Readonly<Partial<Record<Side, readonly string[]>>>;

export const leavesFolder = (root: string) => join(root, 'corpora/leaves');

export async function readLabelledPages(job: MethodJob): Promise<LabelledPage[]> {
  const folder = leavesFolder(job.root);
  const split = JSON.parse(await readFile(join(folder, 'split.json'), 'utf8')) as LeafSplit;
  const sides = new Map<string, Side>();
  for (const side of SIDES) for (const key of split[side] ?? []) sides.set(key, side);
  const pages: LabelledPage[] = [];
  for (const corpus of new Set([...sides.keys()].map(corpusOf))) {
    const keys = [...sides.keys()].filter(key => corpusOf(key) === corpus);
    const ids = keys.map(key => key.slice(corpus.length + 1));
    for await (const page of readCorpus(join(job.corpora, corpus), { ids, onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      pages.push(await labelled(join(folder, corpus), corpus, page, sides));
      job.onProgress?.('pages read', pages.length / sides.size);
    }
  }
  if (pages.length < sides.size) {
    const message = `Only ${pages.length} of ${sides.size} labelled pages were found in ${job.corpora}. Set the folder of the corpora with --corpora.`;
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
    const message = `${key}: leaf ${missing} has none of the thirty labels. Label the page again.`;
    throw new LabError('bad-labels', message);
  }
  const isRead = labels.annotator?.includes('read') ?? false;
  const isSecond = isOfSecondPage(labels);
  return { key, site: siteOf(page) ?? key, side: sides.get(key)!, page, tree, y, isRead, isSecond };
}

export function isOfSecondPage({ annotator }: Pick<PageLabels, 'annotator'>): boolean {
  return annotator?.startsWith("the site's other page") ?? false;
}

export const corpusOf = (key: string) => key.slice(0, key.indexOf('/'));

export function corporaOf(pages: readonly { readonly key: string }[]): string[] {
  return [...new Set(pages.map(({ key }) => corpusOf(key)))];
}

export interface UnlabelledPage {
  readonly key: string;
  readonly page: Page;
  readonly tree: PageTree;
}

const MIN_LEAVES = 40;
const MAX_LEAVES = 400;
/** Every second page is read: reading all would double the training time for little gain. */
const EVERY = 2;

export async function readUnlabelledPages(
  job: MethodJob,
  labelled: readonly LabelledPage[],
): Promise<UnlabelledPage[]> {
  const keys = new Set(labelled.map(page => page.key));
  const testSites = new Set(labelled.filter(page => page.side === 'test').map(page => page.site));
  const corpora = corporaOf(labelled).sort();
  const pages: UnlabelledPage[] = [];
  let seen = 0;
  for (const [c, corpus] of corpora.entries()) {
    job.onProgress?.('pages without labels', c / corpora.length);
    for await (const page of readCorpus(join(job.corpora, corpus), { onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      const key = `${corpus}/${page.id}`;
      if (seen++ % EVERY !== 0) continue;
      if (keys.has(key) || testSites.has(siteOf(page) ?? key) || (page.type ?? 'article') !== 'article')
        continue;
      const tree = pageTree(page);
      const leaves = visibleLeaves(tree).length;
      if (leaves < MIN_LEAVES || leaves > MAX_LEAVES) continue;
      pages.push({ key, page, tree });
    }
  }
  return pages.sort((a, b) => (a.key < b.key ? -1 : 1));
}
