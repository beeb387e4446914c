import { markdownTable } from '../../../report/markdown.js';
import { FEATURES } from '../features.js';
import type { SwarmExperiment } from './measure.js';
import { PAPER } from './paper.js';
import type { SplitScores } from './splits.js';

/** The learned thresholds of every way to cut blocks. */
export function thresholdsTable({ cuttings }: SwarmExperiment): string {
  const rows = FEATURES.map(({ title, bound }, i) => [
    title,
    bound === 'lower' ? 'at least' : 'at most',
    ...cuttings.map(({ learned }) => learned.thresholds[i]!.toFixed(3)),
  ]);
  const training = cuttings.map(({ learned }) => learned.fitness.toFixed(3));
  const head = ['feature', 'must be', ...cuttings.map(({ title }) => title)];
  return `${markdownTable(head, [...rows, ['mean scaled cosine, training', '', ...training]])}

A lower bound of zero, and an upper bound of one, ask nothing.`;
}

/** The strategies over repeated splits: mean, lowest and highest. */
export function splitsTable({ splits }: SwarmExperiment): string {
  const rows = (['fe', 'pr', 'tb'] as const).map(name => {
    const values = splits.map(split => split[name]);
    return [name.toUpperCase(), meanOf(splits, name), Math.min(...values), Math.max(...values)].map(cell =>
      typeof cell === 'number' ? cell.toFixed(3) : cell,
    );
  });
  return markdownTable(['strategy', 'mean', 'lowest', 'highest'], rows);
}

/** Mean of a strategy over splits. */
export function meanOf(splits: readonly SplitScores[], name: 'fe' | 'pr' | 'tb'): number {
  return splits.reduce((sum, split) => sum + split[name], 0) / splits.length;
}

/** What differs from the paper's figures, and why. */
export function comparison({ cuttings, tb }: SwarmExperiment): string {
  const [letter, , shipped] = cuttings;
  const figure = (value: number) => value.toFixed(3);
  return `What differs from the paper, and why:

- **FE** is ${figure(letter!.fe.cosine.estimate)} by figure 2 alone and ${figure(shipped!.fe.cosine.estimate)} where \`div\` bounds a text; the paper has ${PAPER.FE}. The figure removes \`div\`, so that on a page
  without tables, article and links beside it become one block, and no threshold can part them.
- **PR** is ${figure(letter!.pr.cosine.estimate)} by figure 2 alone; the paper has ${PAPER.PR}. Pages of 2023 carry more around their text than those of 2007.
- **TB** is ${figure(tb.cosine.estimate)}; the paper has ${PAPER.TB}. Scripts and style sheets inside today's pages are many times longer than the article, and TB takes them all.
- Our pages are nearly all English; the paper's are of five languages, some 180 sources.`;
}
