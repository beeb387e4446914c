import type { Attribute } from '../../data/dataset.js';
import { LearnError } from '../../errors.js';
import type { ModelReader } from '../../model-file.js';
import type { Ensemble } from './rounds.js';
import { treeCount, treesFromJSON, treesToJSON } from './trees.js';

/** Total gain and number of a column's splits. */
export interface ColumnImportance {
  readonly name: string;
  readonly gain: number;
  readonly count: number;
}

export function columnImportance(ensemble: Ensemble, attributes: readonly Attribute[]): ColumnImportance[] {
  return attributes
    .map(({ name }, i) => ({ name, gain: ensemble.gains[i]!, count: ensemble.counts[i]! }))
    .sort((a, b) => b.gain - a.gain);
}

export function ensembleToJSON({ start, trees, gains, counts }: Ensemble): Record<string, unknown> {
  return {
    start: [...start],
    trees: treesToJSON(trees),
    gains: Array.from(gains),
    counts: Array.from(counts),
  };
}

export function ensembleFromJSON(parameters: ModelReader, columns: number, outputs: number): Ensemble {
  const start = Array.from(parameters.numbers('start', outputs));
  const trees = treesFromJSON(parameters.record('trees'), columns);
  if (treeCount(trees) % outputs !== 0)
    throw new LearnError(
      'bad-model',
      `There are ${treeCount(trees)} trees for ${outputs} outputs; expected a multiple.`,
    );
  const gains = parameters.numbers('gains', columns);
  const counts = parameters.numbers('counts', columns);
  return { start, trees, gains, counts };
}
