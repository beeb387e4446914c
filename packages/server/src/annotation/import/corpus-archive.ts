import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Gold, type PageLabels, readGold, readLabels } from '@webpith/lab';
import {
  type LabelOperation,
  readPageAnnotation,
  type Store,
  type StoredPage,
  saveLabels,
} from '@webpith/store';
import { blocksFromTree, type PageTree } from 'webpith/stages';
import { z } from 'zod';
import type { ExtractResult } from '../../api/extract.js';
import { annotatorName, type PageLabel, pageLabel } from '../../api/labels.js';
import { decisionsOfText } from '../../extraction/by-method.js';
import { labelSetOf } from '../label-sets.js';
import { treeOfBytes } from '../labelled-pages.js';
import { checkPlaces, shapeOf } from '../page-shapes.js';
import { suggestedLabels } from '../suggestions.js';
import { filesOfTar } from '../tar.js';

/** Files of a corpus, at the top level of the archive or in one folder. */
const WANTED =
  /^(?:\.\/)?(?:[^/]+\/)?(pages\.jsonl|html\/[^./\\:][^/\\:]*\.html\.gz|labels\/[^./\\:][^/\\:]*\.json)$/;
const LIMITS = { file: 64 * 2 ** 20, all: 4 * 2 ** 30 };

export const isArchive = (name: string) => /\.(?:tar\.gz|tgz)$/i.test(name);

export async function unpackCorpus(archive: string, name: string, folder: string): Promise<void> {
  for (const part of ['html', 'labels']) await mkdir(join(folder, part), { recursive: true });
  let isCorpus = false;
  try {
    for await (const { path, bytes } of filesOfTar(archive, each => WANTED.test(each), LIMITS)) {
      const inside = WANTED.exec(path)![1]!;
      isCorpus ||= inside === 'pages.jsonl';
      await writeFile(join(folder, inside), bytes);
    }
  } catch (cause) {
    throw new Error(`Cannot unpack ${name}: ${(cause as Error).message} Create the archive again.`, {
      cause,
    });
  }
  if (isCorpus) return;
  throw new Error(`${name} contains no corpus: it has no pages.jsonl. Pack the folder of a corpus.`);
}

/** Returns false if there is nothing to restore or the annotator has already labelled the page. */
export async function restoreLabels(
  store: Store,
  folder: string,
  page: StoredPage,
  record: { readonly id: string; readonly html: Uint8Array },
  gold?: { readonly text: Gold; readonly task: string },
): Promise<boolean> {
  const file = (await readLabels(folder, record)) as
    | (PageLabels & { marks?: unknown; done?: unknown })
    | undefined;
  if (file === undefined && gold === undefined) return false;
  const annotator = file ? annotatorName.catch('imported').parse(file.annotator) : GOLD_ANNOTATOR;
  if ((await readPageAnnotation(store, page.id, annotator)).revision > 0) return false;
  const tree = treeOfBytes(record.html);
  const marks = file ? marksOf(file) : labelsOfGold(tree, gold!.text, gold!.task);
  if (marks.length === 0 && file === undefined) return false;
  const operations = marks.map(operationOf);
  checkPlaces(shapeOf(tree), operations);
  await saveLabels(store, { page: page.id, annotator, operations, done: file ? file.done === true : true });
  return true;
}

/** Files of other tools have only one label per node, without marks. */
function marksOf({ marks, nodes }: PageLabels & { marks?: unknown }): PageLabel[] {
  if (marks !== undefined) return z.array(pageLabel).parse(marks);
  return Object.entries(nodes).map(([node, label]) => ({ node: Number(node), label, scope: 'node' }));
}

/** Derives the id of the operation from its content, so that restoring twice has no effect. */
function operationOf({ node, label, scope, start, end }: PageLabel): LabelOperation {
  const place = { node, start, end };
  const id = createHash('sha256')
    .update(JSON.stringify([place, label, scope]))
    .digest('hex')
    .slice(0, 32);
  return { id, ...place, label, scope };
}

const GOLD_ANNOTATOR = 'gold text';

export async function goldOf(folder: string): Promise<ReadonlyMap<string, Gold>> {
  const golds = new Map<string, Gold>();
  for await (const { gold } of readGold(folder, { onProblem: () => {} }))
    if (gold.text?.trim()) golds.set(gold.id, gold);
  return golds;
}

function labelsOfGold(tree: PageTree, { text, title, type }: Gold, task: string): PageLabel[] {
  const set = labelSetOf(task);
  if (set === undefined || text === undefined) return [];
  const decisions = decisionsOfText(blocksFromTree(tree), text);
  const article = { title, type } as ExtractResult['article'];
  return suggestedLabels(tree, { decisions, article }, set)
    .filter(({ label }) => label !== set.rest)
    .map(({ node, label }) => ({ node, label, scope: 'node' }));
}
