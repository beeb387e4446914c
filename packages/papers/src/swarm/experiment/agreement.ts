import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  bootstrapMean,
  type Extractor,
  type MethodJob,
  type Page,
  readCorpus,
  readLabels,
  scaledCosine,
  visibleLeaves,
} from '@webpith/lab';
import { declaredLanguage, type Interval, pageTree } from '@webpith/lab/internals';
import { articleText, runsOf } from '../../leaves/article-fields.js';
import { isOfSecondPage, leavesFolder } from '../../leaves/labelled-pages.js';
import { LANGUAGES } from '../language.js';

export interface HumanAgreement {
  readonly title: string;
  readonly pages: number;
  readonly score: Interval | undefined;
}

type Pair = readonly [first: string, second: string];

const CORPORA = ['newspapers', 'wcxb', 'segments'];

/** Compares gold texts with labelled leaves, and leaves with two annotators. */
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
    agreement('two annotators of leaves', readers),
  ];
}

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

export interface LanguageAgreement {
  readonly language: string;
  readonly pages: number;
  readonly agreed: number;
}

export async function languageAgreement(
  extractor: Extractor,
  folders: readonly string[],
): Promise<LanguageAgreement[]> {
  const counts = new Map<string, { pages: number; agreed: number }>();
  for (const folder of folders) {
    for await (const page of readCorpus(folder, { onProblem: () => undefined })) {
      const declared = declaredLanguage(page.html);
      if (!(LANGUAGES as readonly (string | undefined)[]).includes(declared)) continue;
      const { language } = await extractor.extract(page);
      const count = counts.get(declared!) ?? { pages: 0, agreed: 0 };
      count.pages++;
      if (language === declared) count.agreed++;
      counts.set(declared!, count);
    }
  }
  return [...counts]
    .map(([language, count]) => ({ language, ...count }))
    .sort((a, b) => b.pages - a.pages || (a.language < b.language ? -1 : 1));
}
