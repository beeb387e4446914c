import {
  bagOfWords,
  bootstrapMean,
  type Extractor,
  type MethodJob,
  type Page,
  scaledCosine,
  type TrainingControl,
} from '@webpith/lab';
import { type Interval, intervalInWords, markdownTable } from '@webpith/lab/internals';
import { baselines } from '../../classical/table.js';
import { periodFolders } from '../../experiment.js';
import { meanOf, type PageValue } from '../../measures.js';
import { readModel } from '../../model-file.js';
import { FEATURES } from '../features.js';
import { meanScore, preparePages, withFeatures } from '../fitness.js';
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
