import { numberOption, type OptionRules } from '@webpith/learn';
import { readOptions } from '../options.js';

/** How much a handful of pages may move the default model. */
export interface AdaptedOptions {
  /** Trees at most. */
  readonly rounds: number;
  readonly learningRate: number;
  readonly maxLeaves: number;
  /** Blocks that a leaf must hold. */
  readonly minLeafRows: number;
  /** L2 penalty on leaves; every page weighs 100 in all. */
  readonly l2: number;
  /** Share of the columns that a tree sees. */
  readonly columnShare: number;
  /** Share of the correction that is applied on the sites it was learned from; 0 chooses it by pages held out. */
  readonly shrink: number;
  /** Share of that share that is applied on all others. */
  readonly elsewhere: number;
  /** Log-odds that the correction never exceeds, either way. */
  readonly most: number;
  readonly seed: number;
}

/** Chosen on one half of the sites and looked at on the other: README.md. */
const RULES: OptionRules<AdaptedOptions> = {
  rounds: numberOption(60, { from: 1, to: 2_000, whole: true }, 'trees at most'),
  learningRate: numberOption(0.1, { from: 0.001, to: 1 }, 'how far one tree moves the scores'),
  maxLeaves: numberOption(12, { from: 2, to: 64, whole: true }, 'leaves of a tree'),
  minLeafRows: numberOption(6, { from: 1, whole: true }, 'blocks that a leaf must hold'),
  l2: numberOption(20, { from: 0 }, 'penalty on leaves'),
  columnShare: numberOption(0.25, { from: 0.001, to: 1 }, 'share of the columns that a tree sees'),
  shrink: numberOption(0, { from: 0, to: 1 }, 'share that is applied on its own sites; 0 chooses it'),
  elsewhere: numberOption(0.2, { from: 0, to: 1 }, 'share of that share that is applied on other sites'),
  most: numberOption(3, { from: 0 }, 'largest correction, in log-odds'),
  seed: numberOption(1, { from: 0, whole: true }, 'seed of all chance'),
};

/** All options, given ones checked and the others by default. */
export function adaptedOptions(given: Readonly<Record<string, unknown>> = {}): AdaptedOptions {
  return readOptions('adapted', RULES, given);
}
