import { type MarkedParts, markdownTable } from '@webpith/lab/internals';
import { calibrated } from '../calibration.js';
import { labelNumber } from '../label-number.js';
import type { LabelledPage } from '../labelled-pages.js';
import { type LeavesModel, labelLeaves } from '../model.js';
import { type LabelScore, type LeafScores, leafScores } from '../scores.js';
import { type ErrorRuns, errorRuns } from './error-runs.js';
import { framesTable } from './frames.js';
import { percent } from './in-words.js';
import { PAPER_TABLE_2 } from './paper.js';
import { type Reliability, reliabilityOf } from './reliability.js';

export interface JudgedModel {
  readonly scores: LeafScores;
  /** Reliability of the field's probabilities, and of the calibrated ones. */
  readonly plain: Reliability;
  readonly given: Reliability;
  readonly runs: ErrorRuns;
}

export function judgeShipped(
  { calibration, ...model }: LeavesModel,
  pages: readonly LabelledPage[],
): JudgedModel {
  const plain = pages
    .filter(page => page.side === 'test')
    .map(({ tree, y }) => {
      const { labels, probabilities } = labelLeaves(model, tree);
      return { gold: [...y], said: labels.map(label => labelNumber(label)), probabilities };
    });
  const given = plain.map(page => ({ ...page, probabilities: calibrated(calibration, page.probabilities) }));
  return {
    scores: leafScores(
      plain.flatMap(page => page.gold),
      plain.flatMap(page => page.said),
    ),
    plain: reliabilityOf(plain),
    given: reliabilityOf(given),
    runs: errorRuns(plain),
  };
}

/**
 * The parts of `docs/results/leaves.md` that depend only on the labels and the shipped model; training writes them.
 */
export function shippedParts(judged: JudgedModel, pages: readonly LabelledPage[]): MarkedParts {
  return {
    frames: framesTable(pages),
    prior: priorTable(judged.scores),
    'reliability-field': reliabilityTable(judged.plain),
    reliability: reliabilityTable(judged.given),
    runs: runsTable(judged.runs),
  };
}

/** The paper's F1 by label, weighted by the label frequencies of our test pages, beside ours. */
function priorTable({ labels, micro }: LeafScores): string {
  const present = labels.filter(({ leaves }) => leaves > 0);
  const weighed = (f1: (score: LabelScore) => number) => {
    const all = present.reduce((sum, { leaves }) => sum + leaves, 0);
    return present.reduce((sum, score) => sum + score.leaves * f1(score), 0) / all;
  };
  const ahead = present.filter(({ label, f1 }) => 100 * f1 > PAPER_TABLE_2[label]!).length;
  return markdownTable(
    ['micro-averaged F1, labels weighed as often as our test pages have them', ''],
    [
      ['the paper’s F1 of each label', percent(weighed(({ label }) => PAPER_TABLE_2[label]! / 100))],
      ['the shipped model', percent(micro.f1)],
      ['labels on which the shipped model is ahead', `${ahead} of ${present.length}`],
    ],
  );
}

function reliabilityTable({ rows, error }: Reliability): string {
  const lines = rows.map(({ from, to, leaves, meanProbability, right }) => [
    `${from} to ${to}`,
    leaves,
    percent(meanProbability),
    percent(right),
  ]);
  return markdownTable(
    ['probability said', 'leaves', 'mean of it', 'right'],
    [...lines, ['mean distance', '', '', percent(error)]],
  );
}

function runsTable({ errors, inRunsOf }: ErrorRuns): string {
  const rows = inRunsOf.map(({ length, errors: own }) => [
    `in a row of at least ${length}`,
    own,
    percent(own / Math.max(1, errors)),
  ]);
  return markdownTable(['wrong leaves', 'leaves', 'per cent'], [['all', errors, '100.00'], ...rows]);
}
