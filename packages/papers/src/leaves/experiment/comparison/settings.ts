import { PAPER_VECTORS, type VectorOptions } from '../../vectors.js';

/** The two learners of §2.2. */
export type Learner = 'SVM' | 'CRF';

/** How a learner is set: all that folds choose. */
export interface Setting {
  readonly learner: Learner;
  /** Whether every feature is divided by three deviations (§4.2), or only those that are not 0 or 1. */
  readonly scale: VectorOptions['scale'];
  /** λ of the support vectors, variance of the random field's prior. */
  readonly prior: number;
  /** Passes through the pages, or iterations at most. */
  readonly effort: number;
}

/** Passes and iterations that are tried: the last of each lets the learner converge. */
export const EFFORTS: Readonly<Record<Learner, readonly number[]>> = {
  SVM: [30, 100, 300],
  CRF: [60, 2000],
};

/** Scaled by deviations, rare features are large, and need a narrower prior to weigh as much. */
const PRIORS: Readonly<Record<Learner, Readonly<Record<VectorOptions['scale'], readonly number[]>>>> = {
  SVM: { all: [2e-4, 2e-3, 2e-2, 2e-1], numbers: [2e-5, 2e-4, 2e-3, 2e-2] },
  CRF: { all: [0.001, 0.01, 0.1, 1], numbers: [0.1, 1, 10, 100] },
};

/** What the paper's folds chose (§4.2), and the iterations that were once taken for enough here. */
export const PAPER_SETTINGS: Readonly<Record<Learner, Setting>> = {
  SVM: { learner: 'SVM', scale: PAPER_VECTORS.scale, prior: 2e-4, effort: 30 },
  CRF: { learner: 'CRF', scale: PAPER_VECTORS.scale, prior: 1, effort: 60 },
};

/** The settings that folds choose from, of one learner. */
export function settingsOf(learner: Learner): Setting[] {
  return (['all', 'numbers'] as const).flatMap(scale =>
    PRIORS[learner][scale].flatMap(prior =>
      EFFORTS[learner].map(effort => ({ learner, scale, prior, effort })),
    ),
  );
}

/** Whether a setting lets its learner go on until it converges. */
export const isPatient = ({ learner, effort }: Setting) => effort === EFFORTS[learner].at(-1);

/** A setting in a table. */
export function settingInWords({ learner, scale, prior, effort }: Setting): string {
  const scaled = scale === 'all' ? 'all scaled' : 'numbers scaled';
  return learner === 'SVM'
    ? `${scaled}, λ = ${prior}, ${effort} passes`
    : `${scaled}, variance ${prior}, ${effort === EFFORTS.CRF.at(-1) ? 'to convergence' : `${effort} iterations`}`;
}
