import { markdownTable } from '@webpith/lab/internals';
import { publishRows } from '../bench/figures.js';

export interface TargetResult {
  readonly name: string;
  readonly about: string;
  readonly seed: number;
  readonly tried: number;
  readonly findings: number;
  readonly seconds: number;
  /** CPU milliseconds of the slowest input. */
  readonly slowest: number;
}

const HEADING = [
  'target',
  'inputs and required behaviour',
  'seed',
  'inputs',
  'seconds',
  'slowest, CPU ms',
  'findings',
];

/** Updates docs/results/fuzz-targets.md; rows of other targets are kept. */
export async function writeTargetReport(results: readonly TargetResult[]): Promise<void> {
  const rows = results.map(({ name, about, seed, tried, seconds, slowest, findings }) => [
    name,
    about,
    seed,
    tried,
    seconds.toFixed(0),
    slowest.toFixed(0),
    findings,
  ]);
  await publishRows('fuzz-targets', markdownTable(HEADING, rows));
}
