import { markdownTable } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { fitAndLabel } from '../held-out.js';
import type { LabelledPage } from '../labelled-pages.js';
import { countLabels, type LabelCounts, summedScores } from '../labels.js';
import { control, RICH } from '../train.js';
import {
  differenceByPage,
  differenceInWords,
  fitSetting,
  inPerCent,
  PAPER_SETTINGS,
  type PageDifference,
  type Setting,
  settingInWords,
} from './compare.js';
import { nameWith, type Study, type StudyData } from './study.js';

const HALVES = 2;
const SEED = 1;

/** `by page` divides the pages of a site between the halves, as the paper's random split does. */
const SPLITS = ['by page', 'by site'] as const;
type Split = (typeof SPLITS)[number];

const SETTINGS: readonly (readonly [origin: string, setting: Setting])[] = [
  ['set as in the paper', PAPER_SETTINGS.SVM],
  ['set as in the paper', PAPER_SETTINGS.CRF],
  ['set by folds of sites', { learner: 'SVM', scale: 'numbers', prior: 2e-3, effort: 30 }],
  ['set by folds of sites', { learner: 'CRF', scale: 'numbers', prior: 1, effort: 60 }],
];

interface SplitResult {
  readonly name: string;
  readonly micro: Readonly<Record<Split, number>>;
  readonly macro: Readonly<Record<Split, number>>;
  readonly difference: PageDifference;
}

interface PaperSplit {
  readonly evaluatedPages: number;
  readonly sites: number;
  readonly trainingPages: number;
  readonly results: readonly SplitResult[];
}

/** The half of each page. Sites with one page are dealt separately, to balance the halves. */
export function dealPages(pages: readonly Pick<LabelledPage, 'site'>[], split: Split): number[] {
  const bySite = new Map<string, number[]>();
  for (const [p, { site }] of pages.entries()) bySite.set(site, [...(bySite.get(site) ?? []), p]);
  const random = seededRandom(SEED);
  const half = new Array<number>(pages.length).fill(0);
  const sites = random.shuffle([...bySite.values()]);
  const [several, lone] = [sites.filter(site => site.length > 1), sites.filter(site => site.length === 1)];
  lone.forEach(([page], i) => {
    half[page!] = i % HALVES;
  });
  several.forEach((own, i) => {
    random.shuffle([...own]).forEach((page, place) => {
      half[page] = (split === 'by page' ? i + place : i) % HALVES;
    });
  });
  return half;
}

export async function measurePaperSplit(study: Study): Promise<PaperSplit> {
  const noStyle = await study.data('no style', 'all');
  const rich = await study.data('rich', 'all');
  const { pages } = noStyle;
  const halves = { 'by page': dealPages(pages, 'by page'), 'by site': dealPages(pages, 'by site') };
  const isEvaluated = pages.map(({ site }) => pages.filter(page => page.site === site).length > 1);
  const results: SplitResult[] = [];
  for (const [origin, setting] of SETTINGS) {
    const name = `${setting.learner}, No Style, ${origin} (${settingInWords(setting)})`;
    const predictions = await predictionsOf(noStyle, halves, paperFit(study, name, setting));
    results.push(resultOf(name, predictions, pages, isEvaluated));
  }
  const name = 'CRF, rich (the shipped kind, not taught)';
  results.push(resultOf(name, await predictionsOf(rich, halves, richFit(study, name)), pages, isEvaluated));
  const evaluated = pages.filter((_, p) => isEvaluated[p]);
  return {
    evaluatedPages: evaluated.length,
    sites: new Set(evaluated.map(page => page.site)).size,
    trainingPages: pages.length / HALVES,
    results,
  };
}

type SplitPredictions = Readonly<Record<Split, readonly (readonly number[])[]>>;
type FitHalf = (
  data: StudyData,
  isTrain: (page: number) => boolean,
  name: string,
) => Promise<readonly (readonly number[])[]>;

function paperFit({ job }: Study, name: string, setting: Setting): FitHalf {
  return async ({ data, cached }, isTrain, half) =>
    await cached(
      `${name}, ${half}`,
      () => fitSetting(data, setting, isTrain, p => !isTrain(p), control(job, `${name}, ${half}`)).predicted,
    );
}

function richFit({ job }: Study, name: string): FitHalf {
  return async ({ data, pages, cached }, isTrain, half) =>
    await cached(nameWith(`${name}, ${half}`, RICH), () => {
      const options = { ...RICH, ...control(job, `${name}, ${half}`) };
      const { predicted } = fitAndLabel(data, options, isTrain, p => !isTrain(p));
      const rest = [...predicted];
      return pages.flatMap(({ y }, p) => (isTrain(p) ? [] : [rest.splice(0, y.length)]));
    });
}

async function predictionsOf(
  data: StudyData,
  halves: Readonly<Record<Split, readonly number[]>>,
  fit: FitHalf,
): Promise<SplitPredictions> {
  const predictions = bothSplits((): (readonly number[])[] => []);
  for (const split of SPLITS) {
    for (let held = 0; held < HALVES; held++) {
      const predicted = await fit(data, p => halves[split][p] !== held, `${split}, half ${held}`);
      const pages = data.pages.flatMap((_, p) => (halves[split][p] === held ? [p] : []));
      pages.forEach((p, i) => {
        predictions[split][p] = predicted[i]!;
      });
    }
  }
  return predictions;
}

function resultOf(
  name: string,
  predictions: SplitPredictions,
  pages: readonly LabelledPage[],
  isEvaluated: readonly boolean[],
): SplitResult {
  const counts = bothSplits(split =>
    pages.flatMap(({ key, y }, p) =>
      isEvaluated[p]
        ? [{ page: key, value: countLabels({ gold: y, predicted: predictions[split][p]! }) }]
        : [],
    ),
  );
  const scores = bothSplits(split => summedScores(counts[split].map(({ value }) => value)));
  const microF1 = (some: readonly LabelCounts[]) => summedScores(some).micro.f1;
  return {
    name,
    micro: bothSplits(split => scores[split].micro.f1),
    macro: bothSplits(split => scores[split].macro.f1),
    difference: differenceByPage(counts['by page'], counts['by site'], microF1),
  };
}

const bothSplits = <T>(make: (split: Split) => T): Record<Split, T> => ({
  'by page': make('by page'),
  'by site': make('by site'),
});

export function paperSplitTable({ evaluatedPages, sites, trainingPages, results }: PaperSplit): string {
  const rows = results.map(({ name, micro, macro, difference }) => [
    name,
    inPerCent(micro['by page']),
    inPerCent(micro['by site']),
    differenceInWords(difference),
    inPerCent(macro['by page']),
    inPerCent(macro['by site']),
  ]);
  const table = markdownTable(
    [
      'model',
      'micro F1, split by page',
      'split by site',
      'difference, tested by page',
      'macro F1, split by page',
      'split by site',
    ],
    rows,
  );
  return `Evaluated on ${evaluatedPages} pages of ${sites} sites; each half is trained on ${trainingPages} pages.\n\n${table}`;
}
