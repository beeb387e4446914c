import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  bagOfWords,
  bootstrapMean,
  type Extractor,
  type MethodJob,
  type Page,
  readCorpus,
  readLabels,
  scaledCosine,
  type TrainingControl,
  visibleLeaves,
} from '@webpith/lab';
import {
  declaredLanguage,
  type Interval,
  intervalInWords,
  markdownTable,
  pageTree,
} from '@webpith/lab/internals';
import { baselines } from '../../classical/table.js';
import { periodFolders } from '../../experiment.js';
import { articleText, runsOf } from '../../leaves/extractor.js';
import { isOfSecondPage, leavesFolder } from '../../leaves/labelled-pages.js';
import { meanOf, type PageValue } from '../../measures.js';
import { readModel } from '../../model-file.js';
import { FEATURES } from '../features.js';
import { meanScore, preparePages, withFeatures } from '../fitness.js';
import { LANGUAGES } from '../language.js';
import { modelFromJSON, swarmExtractor } from '../model.js';
import { CONVERGENT, learnPanel, type PlusConfiguration, SMALL_SWARM, scorePanel } from '../plus/learn.js';
import {
  corpusSides,
  runSwarm,
  type SwarmTrainingOptions,
  splitPages,
  trainingOptions,
  trainOn,
} from '../train.js';

export interface StrategyScores {
  readonly cosine: Interval;
  readonly pages: readonly PageValue[];
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function scoreTexts(texts: readonly string[], pages: readonly Page[]): StrategyScores {
  const cosines = pages.map((page, i) => scaledCosine(page.text ?? '', texts[i]!));
  const bags = pages.map((page, i) => bagOfWords(page.text ?? '', texts[i]!));
  const mean = (field: 'precision' | 'recall' | 'f1') => meanOf(bags.map(bag => bag[field]));
  return {
    cosine: bootstrapMean(cosines),
    pages: pages.map(({ id }, i) => ({ page: id, value: cosines[i]! })),
    precision: mean('precision'),
    recall: mean('recall'),
    f1: mean('f1'),
  };
}

export async function scoreExtractor(extractor: Extractor, pages: readonly Page[]): Promise<StrategyScores> {
  const texts: string[] = [];
  for (const page of pages) texts.push((await extractor.extract(page)).text);
  return scoreTexts(texts, pages);
}

export interface SplitScores {
  readonly seed: number;
  readonly pages: number;
  readonly tb: number;
  readonly pr: number;
  readonly fe: number;
  readonly plus: number;
}

/** A split holds out about fifty pages, too few to compare on one split. */
const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);

export async function repeatedSplits(
  pages: readonly Page[],
  shape: PlusConfiguration,
  size: Partial<SwarmTrainingOptions>,
  control: TrainingControl,
  seeds: readonly number[] = SEEDS,
): Promise<SplitScores[]> {
  const options = trainingOptions({ ...SMALL_SWARM, ...size });
  const prepared = preparePages(pages, options);
  const allText = new Map<string, number>();
  for (const { page, gold } of prepared) {
    const { text } = await baselines.tb!.create().extract(page);
    allText.set(page.id, scaledCosine(gold, text));
  }
  return seeds.map(seed => {
    const { train, test } = splitPages(prepared, ({ page }) => page, seed);
    const { thresholds } = runSwarm(train, options, `swarm, split ${seed}`, control);
    return {
      seed,
      pages: test.length,
      tb: meanOf(test.map(({ page }) => allText.get(page.id)!)),
      pr: meanScore(withFeatures(test, []), [])([]),
      fe: meanScore(withFeatures(test, FEATURES), FEATURES)(thresholds),
      plus: meanOf(scorePanel(test, learnPanel(train, shape, { ...options, ...CONVERGENT }, control))),
    };
  });
}

export async function measurePeriod(job: MethodJob): Promise<string> {
  const shipped = swarmExtractor(modelFromJSON(await readModel('swarm')));
  const rows: string[][] = [];
  for (const { name, year, folder } of periodFolders(job)) {
    const sides = await corpusSides(folder);
    const own = swarmExtractor(trainOn(sides, {}, job).model);
    const scores = [];
    for (const extractor of [baselines.pr!.create(), shipped, own])
      scores.push(await scoreExtractor(extractor, sides.test));
    rows.push([
      `\`${name}\``,
      year,
      `${sides.train.length} / ${sides.test.length}`,
      ...scores.map(({ cosine }) => intervalInWords(cosine)),
    ]);
  }
  const heading = [
    'pages of',
    'year',
    'training / test pages',
    'PR',
    'FE, thresholds of `newspapers`',
    'FE, own thresholds',
  ];
  return markdownTable(heading, [...rows, ['the paper', '2007', '', '0.601', '', '0.857']]);
}

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
