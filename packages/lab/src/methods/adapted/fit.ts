import {
  BoostingClassifier,
  type BoostingModel,
  type FitControl,
  numberOption,
  numericAttributes,
  type OptionsOf,
} from '@webpith/learn';
import {
  FEATURE_NAMES,
  type Features,
  modelFingerprint,
  probabilityOf,
  ROLE,
  regionsFromScores,
  scoresFromFeatures,
  siteOf,
} from 'webpith/stages';
import { analysePage } from '../../corpora/corpus.js';
import { LabError } from '../../errors.js';
import type { Example } from '../../extractor.js';
import { shareOfBlocks, weightOfWords } from '../default/labels.js';
import { readOptions } from '../method.js';
import { type AdaptedModel, correctedOdds, logOdds } from './model.js';

/** The defaults were tuned on half of the sites and checked on the other half (README.md). */
const RULES = {
  rounds: numberOption(60, { from: 1, to: 2_000, whole: true }),
  learningRate: numberOption(0.1, { from: 0.001, to: 1 }),
  maxLeaves: numberOption(12, { from: 2, to: 64, whole: true }),
  minLeafRows: numberOption(6, { from: 1, whole: true }),
  l2: numberOption(20, { from: 0 }),
  columnShare: numberOption(0.25, { from: 0.001, to: 1 }),
  /** Share of the correction that is applied to the training sites; 0 selects it by cross-validation. */
  shrink: numberOption(0, { from: 0, to: 1 }),
  /** Fraction of `shrink` for other sites. */
  elsewhere: numberOption(0.2, { from: 0, to: 1 }),
  /** Largest correction, in log-odds. */
  most: numberOption(3, { from: 0 }),
  seed: numberOption(1, { from: 0, whole: true }),
};

type AdaptedOptions = OptionsOf<typeof RULES>;

function adaptedOptions(given: Readonly<Record<string, unknown>> = {}): AdaptedOptions {
  return readOptions('adapted', RULES, given);
}

export interface LabelledPage {
  readonly features: Features;
  readonly site: string;
  readonly start: Float32Array;
  readonly share: Float32Array;
}

export function labelledPage(example: Example): LabelledPage | undefined {
  const { page } = example;
  const { blocks, features } = analysePage(page);
  const share = shareOfBlocks(blocks, example);
  return (
    share && { features, share, site: siteOf(page) ?? '', start: scoresFromFeatures(features).map(logOdds) }
  );
}

export function fitAdapted(
  pages: readonly LabelledPage[],
  given: Partial<AdaptedOptions> = {},
  control: FitControl = {},
): AdaptedModel {
  const options = adaptedOptions({ ...given });
  const { elsewhere, most } = options;
  const model = (some: readonly LabelledPage[], shrink: number, own: FitControl): AdaptedModel => ({
    features: modelFingerprint(),
    sites: [...new Set(some.map(({ site }) => site))].sort(),
    trees: fitTrees(some, options, own),
    shrink,
    elsewhere: elsewhere * shrink,
    most,
    card: { pages: some.length, shrink },
  });
  const { stopped } = control;
  const shrink = options.shrink || chooseShrink(pages, some => model(some, 1, stopped ? { stopped } : {}));
  return model(pages, shrink, control);
}

function fitTrees(
  pages: readonly LabelledPage[],
  { rounds, learningRate, maxLeaves, minLeafRows, l2, columnShare, seed }: AdaptedOptions,
  control: FitControl,
): BoostingModel {
  const rows = pages.flatMap(labelledRows);
  if (rows.length === 0) {
    const message = `None of the ${pages.length} pages has labels or gold text. Label the content of a few pages.`;
    throw new LabError('bad-input', message);
  }
  const width = FEATURE_NAMES.length;
  const data = new Float32Array(rows.length * width);
  for (const [i, { values }] of rows.entries()) data.set(values, i * width);
  const options = { rounds, learningRate, maxLeaves, minLeafRows, l2, columnShare, seed, maxBins: 63 };
  return new BoostingClassifier(options).fit(
    {
      attributes: numericAttributes(FEATURE_NAMES),
      x: { kind: 'dense', rows: rows.length, columns: width, data },
      y: Int32Array.from(rows, ({ isContent }) => (isContent ? 1 : 0)),
      classes: ['noise', 'content'],
      weights: Float64Array.from(rows, ({ weight }) => weight),
    },
    { ...control, startScores: Float64Array.from(rows, ({ start }) => start) },
  );
}

interface LabelledRow {
  readonly values: Float32Array;
  readonly start: number;
  readonly isContent: boolean;
  readonly weight: number;
}

/** Blocks are weighted by length; the weights of a page sum to 100, as in the default model. */
function labelledRows({ features, share, start }: LabelledPage): LabelledRow[] {
  const { rows, width, page } = features;
  const labelled = Array.from(share.keys()).filter(b => share[b]! >= 0);
  const weight = (b: number) => weightOfWords(page.blocks.words[b]!);
  const sum = labelled.reduce((all, b) => all + weight(b), 0);
  return labelled.map(b => ({
    values: rows.subarray(b * width, (b + 1) * width),
    start: start[b]!,
    isContent: share[b]! > 0.5,
    weight: (100 * weight(b)) / sum,
  }));
}

const SHARES = [0, 0.25, 0.5, 0.75, 1];
const LEAST = 0.25;
/** Leave-one-out, or this many folds if there are more pages. */
const MOST_PARTS = 6;

/** The share of the correction with the best held-out score, the smaller one on ties; 0.5 with fewer than two pages. */
function chooseShrink(
  pages: readonly LabelledPage[],
  fit: (pages: readonly LabelledPage[]) => AdaptedModel,
): number {
  if (pages.length < 2) return 0.5;
  const parts = Math.min(MOST_PARTS, pages.length);
  const sums = SHARES.map(() => 0);
  for (let part = 0; part < parts; part++) {
    const held = pages.filter((_, i) => i % parts === part);
    const model = fit(pages.filter((_, i) => i % parts !== part));
    // Held-out pages are treated as pages of the model's sites, so that the full correction is tested.
    const sites = held.map(({ site }) => site);
    SHARES.forEach((shrink, s) => {
      sums[s]! += held.length * agreement(held, { ...model, sites, shrink });
    });
  }
  const best = sums.indexOf(Math.max(...sums));
  return Math.max(LEAST, SHARES[best]!);
}

export function agreement(pages: readonly LabelledPage[], model?: AdaptedModel): number {
  const scores = pages.map(page => pageAgreement(page, model));
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}

function pageAgreement({ features, share, start, site }: LabelledPage, model?: AdaptedModel): number {
  const odds = model ? correctedOdds(model, features, start, site) : start;
  const { role } = regionsFromScores(features.page, odds.map(probabilityOf));
  const { words } = features.page.blocks;
  const sums = { both: 0, kept: 0, content: 0 };
  for (let b = 0; b < share.length; b++) {
    if (share[b]! < 0) continue;
    const [isKept, isContent] = [role[b] === ROLE.content, share[b]! > 0.5];
    if (isKept) sums.kept += words[b]!;
    if (isContent) sums.content += words[b]!;
    if (isKept && isContent) sums.both += words[b]!;
  }
  return sums.kept + sums.content === 0 ? 1 : (2 * sums.both) / (sums.kept + sums.content);
}
