import { LabError } from '@webpith/lab';
import { type Interval, pInWords } from '@webpith/lab/internals';
import { type FitControl, seededRandom } from '@webpith/learn';
import { type PageValue, pairByPage } from '../../measures.js';
import { foldOfPages } from '../held-out.js';
import type { LabelledPage } from '../labelled-pages.js';
import { countLabels, type LabelCounts, summedScores } from '../labels.js';
import type { LeafData } from '../model.js';
import {
  EFFORTS,
  type Fit,
  fitSetting,
  type Learner,
  PAPER_SETTINGS,
  runsToConvergence,
  type Setting,
  settingInWords,
  settingsOf,
} from './fit.js';
import type { FitCache } from './study.js';

export interface PageDifference {
  readonly difference: Interval;
  readonly pValue: number;
}

const DRAWS = 2000;

/** Compares methods by page: the leaves of a page are not independent, so a test by leaf would overstate significance. */
export function differenceByPage<T>(
  ones: readonly PageValue<T>[],
  others: readonly PageValue<T>[],
  measure: (pages: readonly T[]) => number,
): PageDifference {
  const [first, second] = pairByPage(ones, others);
  if (first.length === 0) throw new LabError('bad-input', 'There are no pages to compare the methods on.');
  const random = seededRandom(1);
  const estimate = measure(first) - measure(second);
  const differences = new Float64Array(DRAWS);
  let asLarge = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const chosen = first.map(() => random.below(first.length));
    differences[draw] = measure(chosen.map(p => first[p]!)) - measure(chosen.map(p => second[p]!));
    const changed = first.map(() => random.next() < 0.5);
    const one = first.map((page, p) => (changed[p] ? second[p]! : page));
    const other = second.map((page, p) => (changed[p] ? first[p]! : page));
    if (Math.abs(measure(one) - measure(other)) >= Math.abs(estimate) - 1e-12) asLarge++;
  }
  differences.sort();
  const at = (share: number) => differences[Math.floor(share * DRAWS)]!;
  return {
    difference: { estimate, low: at(0.025), high: at(0.975) },
    pValue: (asLarge + 1) / (DRAWS + 1),
  };
}

/** In per cent, without the per cent sign. */
export function inPerCent(share: number): string {
  return (100 * share).toFixed(2);
}

export function differenceInWords({ difference, pValue }: PageDifference): string {
  const { estimate, low, high } = difference;
  const signed = (share: number) => `${share < 0 ? '−' : '+'}${inPerCent(Math.abs(share))}`;
  return `${signed(estimate)} (${signed(low)} to ${signed(high)}), ${pInWords(pValue)}`;
}

export const FOLDS = 3;

interface FoldScore {
  readonly setting: Setting;
  readonly microF1: number;
}

/** Choice of a learner's setting: best of the folds or the paper's; `converged` allows only fits run to convergence. */
export type SettingPolicy = 'chosen' | 'converged' | 'paper' | 'paperConverged';

interface PolicyResult {
  readonly fits: Readonly<Record<Learner, Fit>>;
  readonly microF1: Readonly<Record<Learner, number>>;
  readonly difference: PageDifference;
}

export interface Comparison {
  readonly folds: Readonly<Record<Learner, readonly FoldScore[]>>;
  readonly policies: Readonly<Record<SettingPolicy, PolicyResult>>;
  readonly losses: { readonly setting: Setting; readonly means: readonly number[] };
}

interface CompareJob {
  readonly pages: readonly LabelledPage[];
  readonly data: LeafData;
  readonly cached: FitCache;
  readonly control?: (name: string) => FitControl;
}

function makeFit({ pages, data, cached, control }: CompareJob, setting: Setting, fold: number) {
  const name = `${setting.learner}, ${settingInWords(setting)}, ${fold < 0 ? 'test' : `fold ${fold}`}`;
  const folds = trainingFolds(pages);
  const isTrain = (p: number) => pages[p]!.side === 'train';
  const isTest = (p: number) => (fold < 0 ? pages[p]!.side === 'test' : isTrain(p) && folds[p] === fold);
  return cached(name, () =>
    fitSetting(data, setting, p => isTrain(p) && !isTest(p), isTest, control?.(name)),
  );
}

export function trainingFolds(pages: readonly LabelledPage[]): number[] {
  const train = pages.filter(page => page.side === 'train');
  const folds = new Map(foldOfPages(train, FOLDS).map((fold, i) => [train[i]!.site, fold]));
  return pages.map(page => (page.side === 'train' ? folds.get(page.site)! : -1));
}

export async function compareLearners(job: CompareJob): Promise<Comparison> {
  const folds = { SVM: await foldScores(job, 'SVM'), CRF: await foldScores(job, 'CRF') };
  const converged = (learner: Learner) => folds[learner].filter(({ setting }) => runsToConvergence(setting));
  const isPaper = ({ setting }: FoldScore) => {
    const { scale, prior } = PAPER_SETTINGS[setting.learner];
    return setting.scale === scale && setting.prior === prior;
  };
  const policies = {
    chosen: await evaluate(job, learner => best(folds[learner])),
    converged: await evaluate(job, learner => best(converged(learner))),
    paper: await evaluate(
      job,
      learner =>
        folds[learner].find(
          score => isPaper(score) && score.setting.effort === PAPER_SETTINGS[learner].effort,
        )!,
    ),
    paperConverged: await evaluate(job, learner => converged(learner).find(isPaper)!),
  };
  return { folds, policies, losses: await foldLosses(job, policies.converged.fits.SVM.setting) };
}

async function evaluate(job: CompareJob, choose: (learner: Learner) => FoldScore): Promise<PolicyResult> {
  const test = job.pages.filter(page => page.side === 'test');
  const fits = {
    SVM: await makeFit(job, choose('SVM').setting, -1),
    CRF: await makeFit(job, choose('CRF').setting, -1),
  };
  const counts = (learner: Learner) =>
    test.map(({ key, y }, p) => ({
      page: key,
      value: countLabels({ gold: y, predicted: fits[learner].predicted[p]! }),
    }));
  const ofAll = (learner: Learner) => microF1(counts(learner).map(({ value }) => value));
  return {
    fits,
    microF1: { SVM: ofAll('SVM'), CRF: ofAll('CRF') },
    difference: differenceByPage(counts('CRF'), counts('SVM'), microF1),
  };
}

async function foldLosses(job: CompareJob, setting: Setting): Promise<Comparison['losses']> {
  const means: number[] = [];
  for (const effort of EFFORTS[setting.learner]) {
    let sum = 0;
    for (let fold = 0; fold < FOLDS; fold++) sum += (await makeFit(job, { ...setting, effort }, fold)).loss;
    means.push(sum / FOLDS);
  }
  return { setting, means };
}

async function foldScores(job: CompareJob, learner: Learner): Promise<FoldScore[]> {
  const folds = trainingFolds(job.pages);
  const scores: FoldScore[] = [];
  for (const setting of settingsOf(learner)) {
    const counts: LabelCounts[] = [];
    for (let fold = 0; fold < FOLDS; fold++) {
      const { predicted } = await makeFit(job, setting, fold);
      const held = job.pages.filter((_, p) => folds[p] === fold);
      counts.push(...held.map(({ y }, p) => countLabels({ gold: y, predicted: predicted[p]! })));
    }
    scores.push({ setting, microF1: microF1(counts) });
  }
  return scores;
}

const best = (scores: readonly FoldScore[]) => scores.reduce((a, b) => (b.microF1 > a.microF1 ? b : a));

const microF1 = (pages: readonly LabelCounts[]) => summedScores(pages).micro.f1;
