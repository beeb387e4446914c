import { markdownTable } from '../../../report/markdown.js';
import { GENRES } from '../corpus-genres.js';
import type { Task } from '../dataset.js';
import { ALGORITHMS } from '../fit.js';
import { comparison, type Outcome } from './classification.js';
import { type CostPoint, misclassificationCost } from './costs.js';
import { meanOf } from './figures.js';
import { PAPER_ACCURACY, PAPER_SELECTION, PAPER_WINS } from './paper.js';
import { type SelectionOutcome, selectionRanks } from './selection.js';

const NAMES = Object.keys(ALGORITHMS);
const TABLES: Readonly<Record<Task, readonly [string, string, string]>> = {
  segment: ['6.6', '6.7', 'Segment classification, two phases'],
  content: ['6.8', '6.9', 'Content classification, two phases'],
  single: ['6.10', '6.11', 'One phase'],
};

/** Tables 6.6 to 6.11. */
export function classificationSections(outcomes: readonly Outcome[]): string {
  return (['segment', 'content', 'single'] as const).map(task => taskSection(outcomes, task)).join('\n\n');
}

function taskSection(all: readonly Outcome[], task: Task): string {
  const [table, wins, title] = TABLES[task];
  const rows = GENRES.flatMap(genre =>
    NAMES.map((algorithm, i) => {
      const { tp, fn, fp, tn } = find(all, task, genre, algorithm);
      const [precision, recall] = [tp / Math.max(1, tp + fp), tp / Math.max(1, tp + fn)];
      const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
      const accuracy = (tp + tn) / (tp + fn + fp + tn);
      const shares = [accuracy, precision, recall, f1].map(value => value.toFixed(3));
      return [genre, algorithm, tp, fn, fp, tn, ...shares, PAPER_ACCURACY[task]![genre][i]!.toFixed(3)];
    }),
  );
  const heading = [
    '',
    'algorithm',
    'tp',
    'fn',
    'fp',
    'tn',
    'accuracy',
    'precision',
    'recall',
    'F1',
    'paper: accuracy',
  ];
  return `### Table ${table}: ${title}

${markdownTable(heading, rows)}

### Table ${wins}: McNemar’s test

news/blog/forum; + significantly better than the algorithm of the column, = tie, - worse.

${winsTable(all, task)}`;
}

function winsTable(all: readonly Outcome[], task: Task): string {
  const rows = NAMES.map((first, i) => {
    const signs = NAMES.map(second =>
      first === second
        ? '∅'
        : GENRES.map(genre => comparison(find(all, task, genre, first), find(all, task, genre, second))).join(
            '/',
          ),
    );
    const count = (sign: string) =>
      signs
        .join('/')
        .split('/')
        .filter(each => each === sign).length;
    return [
      first,
      ...signs,
      `${count('+')} / ${count('=')} / ${count('-')}`,
      PAPER_WINS[task]![i]!.join(' / '),
    ];
  });
  return markdownTable(['', ...NAMES, '+ / = / -', 'paper'], rows);
}

function find(all: readonly Outcome[], task: string, genre: string, algorithm: string): Outcome {
  return all.find(each => each.task === task && each.genre === genre && each.algorithm === algorithm)!;
}

/** Tables 6.12 and 6.13, with the accuracies of appendix B.1. */
export function selectionSection(outcomes: readonly SelectionOutcome[], phases: 'two' | 'single'): string {
  const ranks = selectionRanks(outcomes).map(({ method, wins, losses }) => {
    const paper = PAPER_SELECTION[phases][method];
    return [
      method,
      wins - losses,
      wins,
      losses,
      paper ? `${paper[0] - paper[1]} (${paper[0]}, ${paper[1]})` : '',
    ];
  });
  const methods = [...new Set(outcomes.map(outcome => outcome.method))];
  const sets = [...new Set(outcomes.map(({ task, genre }) => `${task} ${genre}`))];
  const accuracies = sets.map(set => [
    set,
    ...methods.map(method => {
      const outcome = outcomes.find(each => `${each.task} ${each.genre}` === set && each.method === method)!;
      return (100 * meanOf(outcome.accuracies)).toFixed(2);
    }),
  ]);
  return `### Table ${phases === 'two' ? '6.12: two phases' : '6.13: one phase'}

${markdownTable(['', 'wins − losses', 'wins', 'losses', 'paper: difference (wins, losses)'], ranks)}

Accuracy in per cent:

${markdownTable(['', ...methods], accuracies)}`;
}

/** Figure 6.6 and tables 6.14 and 6.15. */
export function costSection(points: readonly CostPoint[]): string {
  const rows = points.map(point => [
    point.cost,
    point.tp,
    point.fn,
    point.fp,
    point.tn,
    (point.tp / Math.max(1, point.tp + point.fn)).toFixed(3),
    (point.tp / Math.max(1, point.tp + point.fp)).toFixed(3),
    misclassificationCost(point, 10),
  ]);
  return `${markdownTable(['cost of a miss', 'tp', 'fn', 'fp', 'tn', 'recall', 'precision', 'cost of all, a miss at 10'], rows)}

![Cost of mistakes by the cost given in training](images/seeker-costs.svg)`;
}
