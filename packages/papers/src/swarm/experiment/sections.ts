import { markdownTable } from '@webpith/lab/internals';
import { FEATURES } from '../features.js';
import type { SwarmExperiment } from './measure.js';
import type { SplitScores } from './splits.js';

/** The learned thresholds for each set of element options. */
export function thresholdsTable({ cuttings }: SwarmExperiment): string {
  const rows = FEATURES.map(({ title, bound }, i) => [
    title,
    bound === 'lower' ? 'at least' : 'at most',
    ...cuttings.map(({ learned }) => learned.thresholds[i]!.toFixed(3)),
  ]);
  const training = cuttings.map(({ learned }) => learned.fitness.toFixed(3));
  const head = ['feature', 'must be', ...cuttings.map(({ title }) => title)];
  return markdownTable(head, [...rows, ['mean scaled cosine, training', '', ...training]]);
}

const STRATEGIES = [
  ['plus', '`swarm-plus`'],
  ['fe', 'FE'],
  ['pr', 'PR'],
  ['tb', 'TB'],
] as const;

/** Scores over repeated splits: mean, lowest and highest. */
export function splitsTable({ splits }: SwarmExperiment): string {
  const rows = STRATEGIES.map(([name, title]) => {
    const values = splits.map(split => split[name]);
    return [title, meanOf(splits, name), Math.min(...values), Math.max(...values)].map(cell =>
      typeof cell === 'number' ? cell.toFixed(3) : cell,
    );
  });
  const inOrder = (name: 'fe' | 'plus') => splits.map(split => split[name].toFixed(3)).join(', ');
  return `${markdownTable(['strategy', 'mean', 'lowest', 'highest'], rows)}

In order of seeds, FE: ${inOrder('fe')}; \`swarm-plus\`: ${inOrder('plus')}.`;
}

function meanOf(splits: readonly SplitScores[], name: (typeof STRATEGIES)[number][0]): number {
  return splits.reduce((sum, split) => sum + split[name], 0) / splits.length;
}
