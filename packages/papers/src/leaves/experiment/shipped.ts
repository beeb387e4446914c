import { bagOfWords, bootstrapMean, LEAF_LABELS, type MethodJob, visibleLeaves } from '@webpith/lab';
import {
  intervalInWords,
  type MarkedParts,
  markdownTable,
  percent,
  titleScore,
} from '@webpith/lab/internals';
import { periodFolders, periodPages } from '../../experiment.js';
import { meanOf } from '../../measures.js';
import { readModel } from '../../model-file.js';
import { leavesExtractor } from '../extractor.js';
import type { LabelledPage } from '../labelled-pages.js';
import { calibrated, type LabelScore, type LeafScores, labelNumber, leafScores } from '../labels.js';
import { type LeavesModel, labelLeaves, leavesFromJSON } from '../model.js';
import { inPerCent } from './compare.js';
import { PAPER_TABLE_2 } from './document.js';

interface ShippedEvaluation {
  readonly scores: LeafScores;
  readonly raw: Reliability;
  readonly calibrated: Reliability;
  readonly runs: ErrorRuns;
}

export function evaluateShipped(
  { calibration, ...model }: LeavesModel,
  pages: readonly LabelledPage[],
): ShippedEvaluation {
  const raw = pages
    .filter(page => page.side === 'test')
    .map(({ tree, y }) => {
      const { labels, probabilities } = labelLeaves(model, tree);
      return { gold: [...y], predicted: labels.map(label => labelNumber(label)), probabilities };
    });
  const calibratedPages = raw.map(page => ({
    ...page,
    probabilities: calibrated(calibration, page.probabilities),
  }));
  return {
    scores: leafScores(
      raw.flatMap(page => page.gold),
      raw.flatMap(page => page.predicted),
    ),
    raw: reliabilityOf(raw),
    calibrated: reliabilityOf(calibratedPages),
    runs: errorRuns(raw),
  };
}

/** The parts that depend only on the labels and the shipped model, so that training writes them too. */
export function shippedParts(evaluation: ShippedEvaluation, pages: readonly LabelledPage[]): MarkedParts {
  return {
    frames: framesTable(pages),
    prior: priorTable(evaluation.scores),
    'reliability-field': reliabilityTable(evaluation.raw),
    reliability: reliabilityTable(evaluation.calibrated),
    runs: runsTable(evaluation.runs),
  };
}

function priorTable({ labels, micro }: LeafScores): string {
  const present = labels.filter(({ leaves }) => leaves > 0);
  const weightedMean = (f1: (score: LabelScore) => number) => {
    const all = present.reduce((sum, { leaves }) => sum + leaves, 0);
    return present.reduce((sum, score) => sum + score.leaves * f1(score), 0) / all;
  };
  const ahead = present.filter(({ label, f1 }) => 100 * f1 > PAPER_TABLE_2[label]!).length;
  return markdownTable(
    ['micro-averaged F1, labels weighted by their frequency in our test pages', ''],
    [
      ['the paper’s F1 of each label', inPerCent(weightedMean(({ label }) => PAPER_TABLE_2[label]! / 100))],
      ['the shipped model', inPerCent(micro.f1)],
      ['labels on which the shipped model is better', `${ahead} of ${present.length}`],
    ],
  );
}

function reliabilityTable({ rows, error }: Reliability): string {
  const lines = rows.map(({ from, to, leaves, meanProbability, right }) => [
    `${from} to ${to}`,
    leaves,
    inPerCent(meanProbability),
    inPerCent(right),
  ]);
  return markdownTable(
    ['probability', 'leaves', 'mean probability', 'accuracy'],
    [...lines, ['mean difference', '', '', inPerCent(error)]],
  );
}

function runsTable({ errors, inRunsOf }: ErrorRuns): string {
  const rows = inRunsOf.map(({ length, errors: own }) => [
    `in a run of at least ${length}`,
    own,
    inPerCent(own / Math.max(1, errors)),
  ]);
  return markdownTable(['wrong leaves', 'leaves', 'per cent'], [['all', errors, '100.00'], ...rows]);
}

function framesTable(pages: readonly LabelledPage[]): string {
  const counts = {
    train: new Map<string, number>(),
    test: new Map<string, number>(),
    aside: new Map<string, number>(),
  };
  for (const { side, tree, y } of pages) {
    for (const [i, { kind }] of visibleLeaves(tree).entries()) {
      const label = LEAF_LABELS[y[i]!]!;
      if (kind === 'frame') counts[side].set(label, (counts[side].get(label) ?? 0) + 1);
    }
  }
  const { train, test } = counts;
  const labels = LEAF_LABELS.filter(label => train.has(label) || test.has(label));
  const rows = labels.map(label => [label, train.get(label) ?? 0, test.get(label) ?? 0]);
  return markdownTable(['label of frames', 'training', 'test'], rows);
}

interface ErrorRuns {
  readonly errors: number;
  readonly inRunsOf: readonly { readonly length: number; readonly errors: number }[];
}

const LENGTHS = [2, 5, 10];

/** Errors often come in runs, because a misclassified box has many leaves. */
function errorRuns(pages: readonly Omit<Predictions, 'probabilities'>[]): ErrorRuns {
  const runs = pages.flatMap(({ gold, predicted }) => {
    const found: number[] = [];
    let run = 0;
    for (let i = 0; i <= gold.length; i++) {
      if (i < gold.length && gold[i] !== predicted[i]) run++;
      else if (run > 0) {
        found.push(run);
        run = 0;
      }
    }
    return found;
  });
  const sum = (lengths: readonly number[]) => lengths.reduce((a, b) => a + b, 0);
  return {
    errors: sum(runs),
    inRunsOf: LENGTHS.map(length => ({ length, errors: sum(runs.filter(run => run >= length)) })),
  };
}

interface Predictions {
  readonly gold: readonly number[];
  readonly predicted: readonly number[];
  readonly probabilities: Float64Array;
}

interface ReliabilityRow {
  readonly from: number;
  readonly to: number;
  readonly leaves: number;
  readonly meanProbability: number;
  readonly right: number;
}

interface Reliability {
  readonly rows: readonly ReliabilityRow[];
  readonly error: number;
}

const EDGES = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

function reliabilityOf(pages: readonly Predictions[]): Reliability {
  const leaves = pages.flatMap(({ gold, predicted, probabilities }) =>
    gold.map((label, i) => ({ probability: probabilities[i]!, isRight: label === predicted[i] })),
  );
  const rows = EDGES.slice(1).flatMap((to, e) => {
    const from = EDGES[e]!;
    const own = leaves.filter(({ probability }) => probability >= from && (probability < to || to === 1));
    if (own.length === 0) return [];
    const meanProbability = own.reduce((sum, { probability }) => sum + probability, 0) / own.length;
    const right = own.filter(({ isRight }) => isRight).length / own.length;
    return [{ from, to, leaves: own.length, meanProbability, right }];
  });
  const distance = rows.reduce((sum, row) => sum + row.leaves * Math.abs(row.right - row.meanProbability), 0);
  return { rows, error: distance / Math.max(1, leaves.length) };
}

/**
 * The corpora of those years have no labels of leaves, so the text and title assembled from predictions are compared.
 */
export async function measurePeriod(job: MethodJob): Promise<string> {
  const extractor = leavesExtractor(leavesFromJSON(await readModel('leaves')));
  const rows: string[][] = [];
  for (const { name, year, folder } of periodFolders(job)) {
    const pages = await periodPages(folder, job);
    const f1s: number[] = [];
    const titles: number[] = [];
    for (const [i, page] of pages.entries()) {
      job.signal?.throwIfAborted();
      job.onProgress?.(`leaves on ${name}`, i / pages.length);
      const { text, title } = await extractor.extract(page);
      f1s.push(bagOfWords(page.text!, text).f1);
      if (page.title) titles.push(titleScore(page.title, title ?? '').exact);
    }
    const exact = titles.length === 0 ? '' : percent(meanOf(titles));
    rows.push([`\`${name}\``, year, String(pages.length), intervalInWords(bootstrapMean(f1s)), exact]);
  }
  return markdownTable(['pages of', 'year', 'pages', 'word F1 of the text', 'title exact'], rows);
}
