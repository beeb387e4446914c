import { numberOption, type OptionsOf } from '@webpith/learn';
import { readOptions } from '../options.js';

/** Every page weighs 100. Tuned on half of the sites and checked on the other half: README.md. */
const RULES = {
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

export type AdaptedOptions = OptionsOf<typeof RULES>;

export function adaptedOptions(given: Readonly<Record<string, unknown>> = {}): AdaptedOptions {
  return readOptions('adapted', RULES, given);
}
