import { PAPER_VECTORS, type VectorOptions } from '../../vectors.js';

/** The two learners of §2.2. */
export type Learner = 'SVM' | 'CRF';

/** Hyperparameters chosen by folds. */
export interface Setting {
  readonly learner: Learner;
  /** Divide every feature by three standard deviations (§4.2), or only non-binary ones. */
  readonly scale: VectorOptions['scale'];
  /** λ of the SVM, or variance of the CRF's prior. */
  readonly prior: number;
  /** Passes over the pages, or maximum number of iterations. */
  readonly effort: number;
}

/** Passes and iterations to try; the last of each is enough to converge. */
export const EFFORTS: Readonly<Record<Learner, readonly number[]>> = {
  SVM: [30, 100, 300],
  CRF: [60, 2000],
};

/** Scaling by deviations makes rare features large; they need a narrower prior for the same effect. */
const PRIORS: Readonly<Record<Learner, Readonly<Record<VectorOptions['scale'], readonly number[]>>>> = {
  SVM: { all: [2e-4, 2e-3, 2e-2, 2e-1], numbers: [2e-5, 2e-4, 2e-3, 2e-2] },
  CRF: { all: [0.001, 0.01, 0.1, 1], numbers: [0.1, 1, 10, 100] },
};

/** The paper's choices (§4.2), with 30 passes and 60 iterations. */
export const PAPER_SETTINGS: Readonly<Record<Learner, Setting>> = {
  SVM: { learner: 'SVM', scale: PAPER_VECTORS.scale, prior: 2e-4, effort: 30 },
  CRF: { learner: 'CRF', scale: PAPER_VECTORS.scale, prior: 1, effort: 60 },
};

export function settingsOf(learner: Learner): Setting[] {
  return (['all', 'numbers'] as const).flatMap(scale =>
    PRIORS[learner][scale].flatMap(prior =>
      EFFORTS[learner].map(effort => ({ learner, scale, prior, effort })),
    ),
  );
}

/** True if the setting allows convergence. */
export const isPatient = ({ learner, effort }: Setting) => effort === EFFORTS[learner].at(-1);

export function settingInWords({ learner, scale, prior, effort }: Setting): string {
  const scaled = scale === 'all' ? 'all scaled' : 'numbers scaled';
  return learner === 'SVM'
    ? `${scaled}, λ = ${prior}, ${effort} passes`
    : `${scaled}, variance ${prior}, ${effort === EFFORTS.CRF.at(-1) ? 'to convergence' : `${effort} iterations`}`;
}
