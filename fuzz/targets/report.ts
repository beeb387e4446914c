import { markdownTable } from '@webpith/lab/internals';
import { giveRows } from '../../bench/figures.js';

/** What came of a target. */
export interface TargetResult {
  readonly name: string;
  readonly about: string;
  readonly seed: number;
  readonly tried: number;
  readonly findings: number;
  readonly seconds: number;
  /** Milliseconds of the processor that the dearest input took. */
  readonly slowest: number;
}

const HEADING = [
  'target',
  'what is tried, and what must hold',
  'seed',
  'inputs',
  'seconds',
  'dearest, ms of the processor',
  'findings',
];

/** Writes docs/results/fuzz-targets.md, with the rows of earlier runs for targets that were not run now. */
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
  await giveRows('fuzz-targets', markdownTable(HEADING, rows));
}
