import { LEAF_LABELS } from '@webpith/lab';
import { markdownTable } from '@webpith/lab/internals';
import { meanOf } from '../../measures.js';
import { corporaOf, corpusOf, type LabelledPage } from '../labelled-pages.js';
import type { LeafScores, PRF } from '../labels.js';
import {
  type Comparison,
  differenceInWords,
  EFFORTS,
  inPerCent,
  runsToConvergence,
  type SettingPolicy,
  settingInWords,
  type TopFeatures,
} from './compare.js';
import type { AnnotatorAgreement, CurvePoint, ModelResult } from './study.js';

/** Table 1 of the paper, in per cent: micro F1, macro F1, overall accuracy. */
const PAPER_TABLE_1: Readonly<Record<string, readonly [number, number, number]>> = {
  'SVM, No Style': [92.49, 64.51, 92.81],
  'SVM, All': [92.64, 64.24, 92.95],
  'CRF, No Style': [93.75, 67.58, 93.85],
  'CRF, All': [94.11, 68.03, 94.21],
};

/** F1 of table 2 of the paper, in per cent: the random field with all features. */
export const PAPER_TABLE_2: Readonly<Record<string, number>> = {
  advertisement: 90.1,
  author: 66.19,
  'author-date': 0,
  caption: 68.22,
  category: 41.51,
  comments: 54.74,
  contact: 58.14,
  contributor: 32,
  copyright: 85.48,
  'current page': 66.67,
  date: 85.26,
  'e-mail article': 96.22,
  heading: 41.9,
  introduction: 32.35,
  'media credit': 82.61,
  multimedia: 79.3,
  'next page': 75.47,
  none: 96.38,
  paragraph: 91.85,
  'print page': 96.11,
  publisher: 59.26,
  'RSS feed': 82.35,
  recommendation: 84.21,
  'related article': 65.77,
  'single page': 81.82,
  'social bookmark': 94.12,
  subtitle: 22.22,
  tags: 72.73,
  title: 82.72,
  topics: 55.17,
};

/** F1 of the largest-font baseline for titles, in per cent (§4.3). */
const PAPER_LARGEST_FONT = 40;

const TARGETS: readonly (readonly [string, number])[] = [
  ['micro-averaged', 0.91],
  ['macro-averaged', 0.72],
  ['advertisement', 0.8],
  ['title', 0.9],
  ['paragraph', 0.93],
  ['date', 0.88],
  ['author', 0.8],
];

const MAX_SPEED_RATIO = 6;

export function corporaTable(pages: readonly LabelledPage[]): string {
  const row = (name: string, own: readonly LabelledPage[]) => [
    name,
    own.length,
    own.filter(page => page.isSecond).length,
    new Set(own.map(page => page.site)).size,
    own.reduce((sum, page) => sum + page.y.length, 0),
  ];
  return markdownTable(
    ['corpus', 'pages', 'of these, second pages of a site', 'sites', 'leaves'],
    [
      ...corporaOf(pages).map(corpus => {
        const own = pages.filter(({ key }) => corpusOf(key) === corpus);
        return row(corpus, own);
      }),
      row('all', pages),
    ],
  );
}

export function pagesTable(pages: readonly LabelledPage[], readers: AnnotatorAgreement): string {
  const side = (name: string) => pages.filter(page => page.side === name);
  const row = (name: string, list: typeof pages) => [
    name,
    list.length,
    new Set(list.map(page => page.site)).size,
    list.reduce((sum, page) => sum + page.y.length, 0),
  ];
  const table = markdownTable(
    ['', 'pages', 'sites', 'visible leaves'],
    [
      row('training', side('train')),
      row('test', side('test')),
      row('from sites of test pages, for the split by page only', side('aside')),
      row('all', pages),
    ],
  );
  const second = pages.filter(page => page.isSecond);
  const agreed = [
    ['pages read and corrected', pages.filter(page => page.isRead).length],
    ['of these, second pages of a site, pre-labelled by its other page and the model', second.length],
    ['pages labelled independently by a second annotator', readers.pages],
    ['their leaves', readers.leaves],
    ['agreement of both annotators', `${inPerCent(readers.share)} %`],
    ['Cohen’s κ', readers.kappa.toFixed(3)],
    ['leaves on which they differ', readers.differ],
    [
      'of these, changed in adjudication, without model predictions',
      `${readers.changed}, ${readers.changedInTest} on test pages`,
    ],
  ];
  return `${table}\n\n${markdownTable(['', ''], agreed)}`;
}

export function table1(models: readonly ModelResult[]): string {
  const rows = models.map(({ name, features, scores: { micro, macro, accuracy } }) => {
    const paper = PAPER_TABLE_1[name];
    return [
      name,
      String(features),
      ...[micro.precision, micro.recall, micro.f1, macro.precision, macro.recall, macro.f1, accuracy].map(
        inPerCent,
      ),
      ...(paper ? paper.map(String) : ['', '', '']),
    ];
  });
  const heading = [
    'model',
    'features',
    'micro precision',
    'micro recall',
    'micro F1',
    'macro precision',
    'macro recall',
    'macro F1',
    'accuracy',
  ];
  return markdownTable([...heading, 'paper: micro F1', 'paper: macro F1', 'paper: accuracy'], rows);
}

export function table2({ labels }: LeafScores): string {
  const rows = labels.map(({ label, leaves, precision, recall, f1 }) => [
    label,
    String(leaves),
    ...(leaves > 0 ? [precision, recall, f1].map(inPerCent) : ['', '', '']),
    String(PAPER_TABLE_2[label] ?? ''),
  ]);
  return markdownTable(['label', 'test leaves', 'precision', 'recall', 'F1', 'paper: F1'], rows);
}

export function labelsTable(models: readonly ModelResult[]): string {
  const rows = LEAF_LABELS.flatMap((label, l) =>
    models.some(({ scores }) => scores.labels[l]!.leaves > 0)
      ? [[label, ...models.map(({ scores }) => inPerCent(scores.labels[l]!.f1))]]
      : [],
  );
  return markdownTable(['label', ...models.map(({ name }) => name)], rows);
}

export function titleTable({ precision, recall, f1 }: PRF): string {
  const scores = [precision, recall, f1].map(inPerCent);
  const row = ['text in the largest font of the page', ...scores, String(PAPER_LARGEST_FONT)];
  return markdownTable(['title', 'precision', 'recall', 'F1', 'paper: F1'], [row]);
}

export function targetsTable(scores: LeafScores, speed: number): string {
  const rows = TARGETS.map(([name, least]) => {
    const f1 = f1Of(scores, name);
    return [`F1, ${name}`, `at least ${least.toFixed(2)}`, f1.toFixed(3), f1 >= least ? 'reached' : 'missed'];
  });
  const isQuick = speed <= MAX_SPEED_RATIO;
  const time = [
    'extraction time relative to parsing with empty handlers, alternating in one process',
    `at most ${MAX_SPEED_RATIO}`,
    speed.toFixed(2),
    isQuick ? 'reached' : 'missed',
  ];
  return markdownTable(['', 'target', 'result', ''], [...rows, time]);
}

function f1Of({ micro, macro, labels }: LeafScores, name: string): number {
  if (name === 'micro-averaged') return micro.f1;
  if (name === 'macro-averaged') return macro.f1;
  return labels.find(({ label }) => label === name)?.f1 ?? 0;
}

export function curveTable(curve: readonly CurvePoint[]): string {
  const rows = curve.map(({ sites, runs }) => {
    const accuracy = meanOf(runs.map(run => run.accuracy));
    const deviation = Math.sqrt(meanOf(runs.map(run => (run.accuracy - accuracy) ** 2)));
    const pages = meanOf(runs.map(run => run.pages));
    const f1 = meanOf(runs.map(run => run.f1));
    const counts = [sites, pages.toFixed(0), runs.length].map(String);
    return [...counts, ...[accuracy, deviation, f1].map(inPerCent)];
  });
  return markdownTable(['training sites', 'pages', 'runs', 'mean accuracy', 'deviation', 'micro F1'], rows);
}

export function topFeaturesTable(topFeatures: readonly TopFeatures[]): string {
  return markdownTable(
    ['label', 'features'],
    topFeatures.map(({ label, features }) => [
      label,
      features.map(name => `\`${name.replace(/\|/g, '¦')}\``).join(', '),
    ]),
  );
}

type Comparisons = readonly (readonly [set: string, comparison: Comparison])[];

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

function marked(scores: readonly { readonly microF1: number }[], i: number): string {
  const best = Math.max(...scores.map(({ microF1 }) => microF1));
  const text = inPerCent(scores[i]!.microF1);
  return scores[i]!.microF1 === best ? `**${text}**` : text;
}

const POLICIES: Readonly<Record<SettingPolicy, string>> = {
  converged: 'chosen by folds, to convergence',
  chosen: 'chosen by folds, stopping early allowed',
  paperConverged: 'set as in the paper, to convergence',
  paper: 'set as in the paper, 30 passes and 60 iterations',
};

export function comparisonTable(comparisons: Comparisons): string {
  const rows = comparisons.flatMap(([set, comparison]) =>
    (Object.keys(POLICIES) as SettingPolicy[]).map(name => {
      const { fits, microF1, difference } = comparison.policies[name];
      const steps = runsToConvergence(fits.CRF.setting) ? ` (${fits.CRF.steps} iterations)` : '';
      return [
        set,
        POLICIES[name],
        settingInWords(fits.SVM.setting),
        inPerCent(microF1.SVM),
        `${settingInWords(fits.CRF.setting)}${steps}`,
        inPerCent(microF1.CRF),
        differenceInWords(difference),
      ];
    }),
  );
  const table = markdownTable(
    ['features', 'settings', 'SVM', 'micro F1', 'CRF', 'micro F1', 'CRF − SVM, tested by page'],
    rows,
  );
  return `${table}\n\n${convergenceTable(comparisons)}`;
}

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
