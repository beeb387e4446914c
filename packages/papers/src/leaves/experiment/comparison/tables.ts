import { markdownTable } from '@webpith/lab/internals';
import { differenceInWords, percent } from '../in-words.js';
import type { Comparison } from './compare.js';
import { EFFORTS, isPatient, settingInWords } from './settings.js';

type Comparisons = readonly (readonly [set: string, comparison: Comparison])[];

/** Micro F1 of every setting on the folds, by feature set. */
export function foldsTable(comparisons: Comparisons): string {
  const [first] = comparisons;
  if (first === undefined) return '';
  const rows = (['SVM', 'CRF'] as const).flatMap(learner =>
    first[1].folds[learner].map(({ setting }, i) => [
      learner,
      settingInWords(setting),
      ...comparisons.map(([, { folds }]) => marked(folds[learner], i)),
    ]),
  );
  return markdownTable(['learner', 'setting', ...comparisons.map(([set]) => set)], rows);
}

/** Micro F1, the best of all settings in bold. */
function marked(scores: readonly { readonly microF1: number }[], i: number): string {
  const best = Math.max(...scores.map(({ microF1 }) => microF1));
  const text = percent(scores[i]!.microF1);
  return scores[i]!.microF1 === best ? `**${text}**` : text;
}

const MEETINGS = {
  converged: 'chosen by folds, to convergence',
  chosen: 'chosen by folds, stopping early allowed',
  paperConverged: 'set as in the paper, to convergence',
  paper: 'set as in the paper, 30 passes and 60 iterations',
} as const;

/** Both learners on the test pages with several settings, and their differences by page. */
export function comparisonTable(comparisons: Comparisons): string {
  const rows = comparisons.flatMap(([set, comparison]) =>
    (Object.keys(MEETINGS) as (keyof typeof MEETINGS)[]).map(name => {
      const { SVM, CRF } = comparison[name];
      const { difference, pValue } = comparison.difference[name];
      return [
        set,
        MEETINGS[name],
        settingInWords(SVM.fit.setting),
        percent(comparison.microF1[name].SVM),
        `${settingInWords(CRF.fit.setting)}${isPatient(CRF.fit.setting) ? ` (${CRF.fit.steps} iterations)` : ''}`,
        percent(comparison.microF1[name].CRF),
        differenceInWords(difference, pValue),
      ];
    }),
  );
  const table = markdownTable(
    ['features', 'settings', 'SVM', 'micro F1', 'CRF', 'micro F1', 'CRF less SVM, tested by page'],
    rows,
  );
  return `${table}\n\n${convergenceTable(comparisons)}`;
}

/** Objective of the SVM by number of passes, averaged over the folds of the chosen setting. */
function convergenceTable(comparisons: Comparisons): string {
  const rows = comparisons.map(([set, { losses }]) => [
    set,
    settingInWords(losses.setting).replace(/, \d+ passes$/, ''),
    ...losses.means.map(loss => loss.toFixed(4)),
  ]);
  return markdownTable(
    ['features', 'SVM, objective on the folds', ...EFFORTS.SVM.map(passes => `${passes} passes`)],
    rows,
  );
}
