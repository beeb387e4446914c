import type { FitControl } from '@webpith/learn';
import { foldOfPages } from '../held-out.js';
import type { LabelledPage } from '../labelled-pages.js';
import type { LeafData } from '../model.js';
import { countLabels, type LabelCounts, summedScores } from '../scores.js';
import { differenceByPage, type PageDifference } from './by-page.js';
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

export const FOLDS = 3;

interface FoldScore {
  readonly setting: Setting;
  /** Micro F1 over the training pages, each predicted by a fit that has not seen its site. */
  readonly microF1: number;
}

interface EvaluatedSetting {
  readonly fit: Fit;
  readonly foldF1?: number;
}

export interface Comparison {
  readonly folds: Readonly<Record<Learner, readonly FoldScore[]>>;
  /** Best setting by folds. */
  readonly chosen: Readonly<Record<Learner, EvaluatedSetting>>;
  /** Best setting of those run to convergence. */
  readonly converged: Readonly<Record<Learner, EvaluatedSetting>>;
  /** The paper's setting. */
  readonly paper: Readonly<Record<Learner, EvaluatedSetting>>;
  /** The paper's setting, run to convergence. */
  readonly paperConverged: Readonly<Record<Learner, EvaluatedSetting>>;
  /** Micro F1 on the test pages; the difference is CRF − SVM, tested by page. */
  readonly microF1: Readonly<Record<SettingPolicy, Readonly<Record<Learner, number>>>>;
  readonly difference: Readonly<Record<SettingPolicy, PageDifference>>;
  /** Objective of the SVM after each number of passes, averaged over the folds of its chosen setting. */
  readonly losses: { readonly setting: Setting; readonly means: readonly number[] };
}

type SettingPolicy = 'chosen' | 'converged' | 'paper' | 'paperConverged';

interface CompareJob {
  readonly pages: readonly LabelledPage[];
  readonly data: LeafData;
  readonly cached: FitCache;
  readonly control?: (name: string) => FitControl;
}

interface PlannedFit {
  readonly name: string;
  readonly setting: Setting;
  /** Fold that is evaluated; -1 for the test pages. */
  readonly fold: number;
}

export function plannedFolds(): PlannedFit[] {
  return (['SVM', 'CRF'] as const).flatMap(learner =>
    settingsOf(learner).flatMap(setting =>
      Array.from({ length: FOLDS }, (_, fold) => planned(setting, fold)),
    ),
  );
}

function planned(setting: Setting, fold: number): PlannedFit {
  return {
    name: `${setting.learner}, ${settingInWords(setting)}, ${fold < 0 ? 'test' : `fold ${fold}`}`,
    setting,
    fold,
  };
}

function makeFit({ pages, data, cached, control }: CompareJob, { name, setting, fold }: PlannedFit) {
  const folds = trainingFolds(pages);
  const isTrain = (p: number) => pages[p]!.side === 'train';
  const isTest = (p: number) => (fold < 0 ? pages[p]!.side === 'test' : isTrain(p) && folds[p] === fold);
  return cached(name, () =>
    fitSetting(data, setting, p => isTrain(p) && !isTest(p), isTest, control?.(name)),
  );
}

/** The fold of each training page; -1 for other pages. */
export function trainingFolds(pages: readonly LabelledPage[]): number[] {
  const train = pages.filter(page => page.side === 'train');
  const folds = new Map(foldOfPages(train, FOLDS).map((fold, i) => [train[i]!.site, fold]));
  return pages.map(page => (page.side === 'train' ? folds.get(page.site)! : -1));
}

/** Chooses the settings of both learners by folds over the training pages and compares them on the test pages. */
export async function compareLearners(job: CompareJob): Promise<Comparison> {
  const folds = { SVM: await foldScores(job, 'SVM'), CRF: await foldScores(job, 'CRF') };
  const both = async (choose: (learner: Learner) => FoldScore) => ({
    SVM: await evaluateSetting(job, choose('SVM')),
    CRF: await evaluateSetting(job, choose('CRF')),
  });
  const scored = (setting: Setting) =>
    folds[setting.learner].find(score => settingInWords(score.setting) === settingInWords(setting))!;
  const patient = (learner: Learner) => folds[learner].filter(({ setting }) => runsToConvergence(setting));
  const policies = {
    chosen: await both(learner => best(folds[learner])),
    converged: await both(learner => best(patient(learner))),
    paper: await both(learner => scored(PAPER_SETTINGS[learner])),
    paperConverged: await both(learner => {
      const { scale, prior } = PAPER_SETTINGS[learner];
      return patient(learner).find(({ setting }) => setting.scale === scale && setting.prior === prior)!;
    }),
  };
  const test = job.pages.filter(page => page.side === 'test');
  const counts = ({ fit }: EvaluatedSetting) =>
    test.map(({ key, y }, p) => ({
      page: key,
      value: countLabels({ gold: y, predicted: fit.predicted[p]! }),
    }));
  const measure = (pages: readonly LabelCounts[]) => summedScores(pages).micro.f1;
  return {
    folds,
    ...policies,
    microF1: eachPolicy(policies, ({ SVM, CRF }) => ({
      SVM: measure(counts(SVM).map(({ value }) => value)),
      CRF: measure(counts(CRF).map(({ value }) => value)),
    })),
    difference: eachPolicy(policies, ({ SVM, CRF }) => differenceByPage(counts(CRF), counts(SVM), measure)),
    losses: await foldLosses(job, policies.converged.SVM.fit.setting),
  };
}

function eachPolicy<A, B>(
  policies: Readonly<Record<SettingPolicy, A>>,
  make: (policy: A) => B,
): Record<SettingPolicy, B> {
  return Object.fromEntries(Object.entries(policies).map(([name, policy]) => [name, make(policy)])) as Record<
    SettingPolicy,
    B
  >;
}

async function foldLosses(job: CompareJob, setting: Setting): Promise<Comparison['losses']> {
  const means: number[] = [];
  for (const effort of EFFORTS[setting.learner]) {
    let sum = 0;
    for (let fold = 0; fold < FOLDS; fold++)
      sum += (await makeFit(job, planned({ ...setting, effort }, fold))).loss;
    means.push(sum / FOLDS);
  }
  return { setting, means };
}

async function evaluateSetting(
  job: CompareJob,
  { setting, microF1: foldF1 }: FoldScore,
): Promise<EvaluatedSetting> {
  return { fit: await makeFit(job, planned(setting, -1)), foldF1 };
}

async function foldScores(job: CompareJob, learner: Learner): Promise<FoldScore[]> {
  const folds = trainingFolds(job.pages);
  const scores: FoldScore[] = [];
  for (const setting of settingsOf(learner)) {
    const predictions: PagePredictions[] = [];
    for (let fold = 0; fold < FOLDS; fold++) {
      const { predicted } = await makeFit(job, planned(setting, fold));
      const held = job.pages.filter((page, p) => page.side === 'train' && folds[p] === fold);
      held.forEach((page, p) => {
        predictions.push({ gold: [...page.y], predicted: predicted[p]! });
      });
    }
    scores.push({ setting, microF1: microF1(predictions) });
  }
  return scores;
}

const best = (scores: readonly FoldScore[]) => scores.reduce((a, b) => (b.microF1 > a.microF1 ? b : a));

interface PagePredictions {
  readonly gold: readonly number[];
  readonly predicted: readonly number[];
}

const microF1 = (pages: readonly PagePredictions[]) => summedScores(pages.map(countLabels)).micro.f1;
