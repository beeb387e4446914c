import { markdownTable, percent, signed } from '@webpith/lab/internals';
import { meanOf } from '../../measures.js';
import { ALGORITHMS, type Task } from '../dataset.js';
import { GENRES, type Genre } from '../genres.js';
import {
  type CostPoint,
  type Counts,
  comparison,
  countScores,
  FEATURE_COUNTS,
  type Gap,
  LEAST_INSTANCES,
  misclassificationCost,
  type Outcome,
  type SelectionOutcome,
  selectionRanks,
  type TunedOutcome,
} from './classification.js';
import { PAPER_ACCURACY, PAPER_KEPT, PAPER_SELECTION, PAPER_TUNING, PAPER_WINS } from './paper.js';

const NAMES = Object.keys(ALGORITHMS);
const TABLES: Readonly<Record<Task, readonly [results: string, wins: string]>> = {
  segment: ['6.6', '6.7'],
  content: ['6.8', '6.9'],
  single: ['6.10', '6.11'],
};

export function classificationParts(outcomes: readonly Outcome[]): Record<string, string> {
  const tasks = Object.keys(TABLES) as Task[];
  return Object.fromEntries(
    tasks.flatMap(task => [
      [`${TABLES[task][0]}`, resultsTable(outcomes, task)],
      [`${TABLES[task][1]}`, winsTable(outcomes, task)],
    ]),
  );
}

const shown = (value: number) => value.toFixed(3);

function resultsTable(all: readonly Outcome[], task: Task): string {
  const rows = GENRES.flatMap(genre =>
    NAMES.map((algorithm, i) => {
      const outcome = find(all, task, genre, algorithm);
      const { tp, fn, fp, tn } = outcome;
      const { accuracy, precision, recall, f1 } = countScores(outcome);
      const shares = [accuracy, precision, recall, f1].map(shown);
      return [genre, algorithm, tp, fn, fp, tn, ...shares, shown(PAPER_ACCURACY[task]![genre][i]!)];
    }),
  );
  const counts = ['tp', 'fn', 'fp', 'tn', 'accuracy', 'precision', 'recall', 'F1'];
  return markdownTable(['', 'algorithm', ...counts, 'paper: accuracy'], rows);
}

export function gapTable(gaps: readonly Gap[]): string {
  const rows = gaps.map(({ task, genre, sites, mixed, shares, both }) => {
    const cells = [sites, mixed, shares, both].map(countScores);
    const positives = ({ tp, fn, fp, tn }: Counts) => percent((tp + fn) / (tp + fn + fp + tn));
    const [accuracy] = PAPER_ACCURACY[task]![genre];
    return [
      `${task} ${genre}`,
      `${positives(sites)} / ${positives(shares)}`,
      ...cells.map(cell => `${shown(cell.accuracy)} / ${shown(cell.f1)}`),
      shown(accuracy!),
    ];
  });
  const mean = (read: (gap: Gap) => Counts) =>
    meanOf(gaps.map(gap => countScores(read(gap)).accuracy - countScores(gap.sites).accuracy));
  const means = [(gap: Gap) => gap.mixed, (gap: Gap) => gap.shares, (gap: Gap) => gap.both].map(read =>
    signed(mean(read)),
  );
  const largest = Math.max(
    ...gaps.map(({ sites, mixed }) => countScores(mixed).accuracy - countScores(sites).accuracy),
  );
  const heading = [
    '',
    'positive: here / paper’s',
    'split by site',
    'split by instance',
    'split by site, paper’s share',
    'split by instance, paper’s share',
    'paper: accuracy',
  ];
  return `${markdownTable(heading, [...rows, ['mean change of accuracy', '', '', ...means, '']])}

Largest gain in accuracy by mixing instances of a page: ${signed(largest)}.`;
}

const COUNTED = { features: FEATURE_COUNTS, instances: LEAST_INSTANCES } as const;

export function appendixParts(outcomes: readonly TunedOutcome[]): Record<string, string> {
  const tasks = Object.keys(TABLES) as Task[];
  const cell = (task: Task, genre: Genre, table: string, setting: string) => {
    const found = outcomes.find(
      each => each.task === task && each.genre === genre && each.table === table && each.setting === setting,
    )!;
    const { precision, recall, f1 } = countScores(found);
    return [precision, recall, f1].map(shown).join(' / ');
  };
  const tuned = (task: Task, table: 'features' | 'instances') => {
    const rows = COUNTED[table].map((setting, i) => [
      setting,
      ...GENRES.flatMap(genre => [
        cell(task, genre, table, String(setting)),
        shown(PAPER_TUNING[table][task][genre][i]!),
      ]),
    ]);
    return markdownTable([table === 'features' ? 'features' : 'least instances', ...GENRE_HEADING], rows);
  };
  const kept = (task: Task) =>
    markdownTable(
      ['', ...GENRE_HEADING],
      NAMES.map((name, i) => [
        name,
        ...GENRES.flatMap(genre => [
          cell(task, genre, 'algorithms', name),
          shown(PAPER_KEPT[task][genre][i]!),
        ]),
      ]),
    );
  return Object.fromEntries(
    tasks.flatMap(task => [
      [`A-features-${task}`, tuned(task, 'features')],
      [`A-instances-${task}`, tuned(task, 'instances')],
      [`B-algorithms-${task}`, kept(task)],
    ]),
  );
}

const GENRE_HEADING = GENRES.flatMap(genre => [`${genre}: P / R / F1`, 'paper: F1']);

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

export function selectionTable(outcomes: readonly SelectionOutcome[], phases: 'two' | 'single'): string {
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
  return markdownTable(['', 'wins − losses', 'wins', 'losses', 'paper: difference (wins, losses)'], ranks);
}

export function selectorAccuracies(outcomes: readonly SelectionOutcome[]): string {
  const methods = [...new Set(outcomes.map(outcome => outcome.method))];
  const sets = [...new Set(outcomes.map(({ task, genre }) => `${task} ${genre}`))];
  const accuracies = sets.map(set => [
    set,
    ...methods.map(method => {
      const outcome = outcomes.find(each => `${each.task} ${each.genre}` === set && each.method === method)!;
      return (100 * meanOf(outcome.accuracies)).toFixed(2);
    }),
  ]);
  return markdownTable(['', ...methods], accuracies);
}

/** Figure 6.6 and tables 6.14 and 6.15. */
export function costTable(points: readonly CostPoint[]): string {
  const rows = points.map(point => {
    const { recall, precision } = countScores(point);
    const { cost, tp, fn, fp, tn } = point;
    return [cost, tp, fn, fp, tn, shown(recall), shown(precision), misclassificationCost(point, 10)];
  });
  const heading = ['cost of a miss', 'tp', 'fn', 'fp', 'tn', 'recall', 'precision'];
  return markdownTable([...heading, 'total cost, a miss at 10'], rows);
}
