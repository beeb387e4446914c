import {
  BoostingClassifier,
  type BoostingModel,
  type BoostingOptions,
  numericAttributes,
  plattProbability,
  seededRandom,
} from '@webpith/learn';
import { fingerprint, SiteMemory } from 'webpith';
import { EVIDENCE_NAMES, logOdds, siteEvidence } from 'webpith/stages';
import { analysePage } from '../../../corpora/corpus.js';
import { grouped } from '../../../statistics/summary.js';
import { fitBlockModel } from '../block-model.js';
import { scorePage, weightedPages } from '../folds.js';
import { LEAST_COVERAGE, weightOfWords } from '../labels.js';
import { calibrateBlocks } from '../train.js';
import {
  annotatedPages,
  type TrainingPage,
  type TrainingSet,
  TrainingSetBuilder,
  type TrainingSources,
} from '../training-set.js';

/** Chosen by cross-validation over the sites of the training corpora. */
export const SITE_MODEL: Partial<BoostingOptions> = {
  rounds: 60,
  learningRate: 0.1,
  maxLeaves: 8,
  minLeafRows: 50,
  l2: 30,
  columnShare: 0.7,
  maxBins: 31,
  seed: 1,
  monotone: {
    'same text': -1,
    'repeated at path': -1,
    'repeated in parent': -1,
    'repeated in grandparent': -1,
    'repeated two above': -1,
  },
};

/**
 * Pages of other types are left out: on them, annotators often count text of the template as content. The trees fitted
 * without them are better on pages of all types.
 */
const TRAINED_TYPES: ReadonlySet<string> = new Set(['article', 'forum', 'documentation']);

/** Numbers of other pages in the memories that the trees are trained with. */
const KNOWN = [1, 2, 4, 8, 16];

/** The labelled blocks of one page that may belong to the template, with one memory. */
export interface SiteRows {
  readonly site: string;
  readonly rows: Float32Array;
  readonly start: Float64Array;
  readonly isContent: Uint8Array;
  readonly weights: Float64Array;
}

/** Pages whose site has another page in the set. */
export function pagesWithOthers(set: TrainingSet): ReadonlySet<TrainingPage> {
  const sites = grouped(set.pages, page => page.site);
  return new Set([...sites.values()].filter(pages => pages.length > 1).flat());
}

/**
 * Probabilities of the blocks of the pages whose sites have several pages, by a block model that was trained on all
 * other pages: the scores of a model on its own training pages are too certain to be adjusted.
 */
export async function unseenProbabilities(
  set: TrainingSet,
  onProgress: (share: number) => void = () => {},
): Promise<Float32Array> {
  const held = pagesWithOthers(set);
  const training = { set, augmented: new TrainingSetBuilder().set() };
  const model = await fitBlockModel(
    () => weightedPages(training, page => !held.has(page)),
    undefined,
    onProgress,
  );
  const scores = new Float32Array(set.share.length);
  for (const page of held) scorePage(model, set, page, scores);
  const calibration = calibrateBlocks({ ...set, pages: [...held] }, scores);
  return scores.map(score => plattProbability(calibration, score));
}

/** Rows of all pages whose site has several, each with memories of different sizes. */
export async function siteRows(
  sources: TrainingSources,
  set: TrainingSet,
  probability: Float32Array,
): Promise<SiteRows[]> {
  const held = pagesWithOthers(set);
  const analysed: { page: TrainingPage; print: string; measured: Measured }[] = [];
  let i = 0;
  for await (const { page } of annotatedPages(sources)) {
    const trained = set.pages[i++]!;
    if (!held.has(trained)) continue;
    const own = probability.subarray(trained.first, trained.first + trained.blocks);
    const read = analysePage(page);
    analysed.push({
      page: trained,
      print: fingerprint(page.html),
      measured: { page: read, probability: own },
    });
  }
  const random = seededRandom(1);
  return [...grouped(analysed, ({ page }) => page.site).values()].flatMap(pages =>
    pages.flatMap(({ page, measured }, at) => {
      if (page.coverage < LEAST_COVERAGE || !TRAINED_TYPES.has(page.gold.type ?? 'article')) return [];
      const others = random.shuffle(pages.filter((_, other) => other !== at).map(({ print }) => print));
      const sizes = KNOWN.filter(size => size < others.length).concat(others.length);
      return sizes.flatMap(size => {
        const rows = rowsWith(others.slice(0, size), measured, set, page);
        return rows === undefined ? [] : [rows];
      });
    }),
  );
}

interface Measured {
  readonly page: ReturnType<typeof analysePage>;
  readonly probability: Float32Array;
}

function rowsWith(
  others: readonly string[],
  { page: analysed, probability }: Measured,
  set: TrainingSet,
  page: TrainingPage,
): SiteRows | undefined {
  const memory = new SiteMemory();
  for (const other of others) memory.add(other);
  const evidence = siteEvidence(analysed, probability, memory);
  if (evidence === undefined) return undefined;
  const width = EVIDENCE_NAMES.length;
  const share = (b: number) => set.share[page.first + b]!;
  const kept = Array.from(evidence.blocks.keys()).filter(i => share(evidence.blocks[i]!) >= 0);
  const blocks = kept.map(i => evidence.blocks[i]!);
  const rows = new Float32Array(kept.length * width);
  kept.forEach((i, at) => {
    rows.set(evidence.rows.subarray(i * width, (i + 1) * width), at * width);
  });
  const weight = (b: number) => weightOfWords(set.words[page.first + b]!);
  let sum = 0;
  for (let b = 0; b < page.blocks; b++) if (share(b) >= 0) sum += weight(b);
  return {
    site: page.site,
    rows,
    start: Float64Array.from(blocks, b => logOdds(probability[b]!)),
    isContent: Uint8Array.from(blocks, b => (share(b) > 0.5 ? 1 : 0)),
    weights: Float64Array.from(blocks, b => (100 * weight(b)) / sum),
  };
}

export function fitSiteTrees(pages: readonly SiteRows[], options = SITE_MODEL): BoostingModel {
  const width = EVIDENCE_NAMES.length;
  const count = pages.reduce((sum, { start }) => sum + start.length, 0);
  const data = new Float32Array(count * width);
  const y = new Int32Array(count);
  const weights = new Float64Array(count);
  const startScores = new Float64Array(count);
  let at = 0;
  for (const page of pages) {
    data.set(page.rows, at * width);
    y.set(page.isContent, at);
    weights.set(page.weights, at);
    startScores.set(page.start, at);
    at += page.start.length;
  }
  return new BoostingClassifier(options).fit(
    {
      attributes: numericAttributes(EVIDENCE_NAMES),
      x: { kind: 'dense', rows: count, columns: width, data },
      y,
      classes: ['noise', 'content'],
      weights,
    },
    { startScores },
  );
}
