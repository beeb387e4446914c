import { join } from 'node:path';
import type { MethodJob } from '@webpith/lab';
import {
  intervalInWords,
  type MarkedParts,
  markdownTable,
  packageVersion,
  provenanceOf,
  type Results,
  yieldToAbort,
} from '@webpith/lab/internals';
import { periodSection } from '../../experiment.js';
import { comparePages, differenceInWords, meanOf } from '../../measures.js';
import { FEATURES } from '../features.js';
import { measureSwarm, type NamedScores, type Segmentation, type SwarmExperiment } from './measure.js';
import { convergencePlot, featurePlot } from './plots.js';
import { measurePeriod, type StrategyScores } from './scores.js';

/** Figures in the paper: table 1, §4.1 and §4.3. */
const PAPER = {
  HL: 0.909,
  FE: 0.857,
  PR: 0.601,
  TB: 0.424,
  fitness: 0.827,
  generation: 32,
  /** Single features, best first; the paper gives a figure only for the first. */
  singles: {
    anchors: '0.77, the best',
    'stop-words': 'second',
    sentences: 'third',
    'sentence-length': 'better than the ratios of tags',
    characters: 'better than the ratios of tags',
    lists: 'not far from PR',
    format: 'not far from PR',
    structure: 'not far from PR',
  } as Readonly<Record<string, string>>,
} as const;

const MIN_COSINE = 0.83;

const SWARM_TABLES: Readonly<Record<string, (experiment: SwarmExperiment) => string>> = {
  'table-1': strategyTable,
  human: humanTable,
  blocks: segmentationTable,
  targets: targetsTable,
  splits: splitsTable,
  'figure-3': runsTable,
  thresholds: thresholdsTable,
  'figure-4': singlesTable,
  outlook: ({ outlook }) => outlookTable(outlook),
  shapes: shapesTable,
  elsewhere: elsewhereTable,
  others: othersTable,
  languages: languageTable,
};

export function swarmParts(experiment: SwarmExperiment): MarkedParts {
  const tables = Object.entries(SWARM_TABLES).map(([name, table]) => [name, table(experiment)]);
  return Object.fromEntries(tables);
}

function strategyTable({ sides, human, tb, segmentations, outlook }: SwarmExperiment): string {
  const nothing = segmentations.map(() => '');
  const row = (name: 'HL' | 'FE' | 'PR' | 'TB', cell: (own: Segmentation) => string) => [
    name,
    PAPER[name].toFixed(3),
    ...segmentations.map(cell),
  ];
  const hl = human.find(({ score }) => score !== undefined)?.score;
  const plus = outlook.at(-1)!;
  const table = markdownTable(
    ['strategy', 'paper', ...segmentations.map(own => own.title)],
    [
      row('HL', () => (hl ? intervalInWords(hl) : '')),
      [plus.title, '', ...nothing.slice(1), `**${intervalInWords(plus.scores.cosine)}**`],
      row('FE', ({ fe }) => `**${intervalInWords(fe.cosine)}**`),
      row('PR', ({ pr }) => intervalInWords(pr.cosine)),
      row('TB', () => intervalInWords(tb.cosine)),
    ],
  );
  return `${sides.train.length} training pages of \`${sides.name}\`, ${sides.test.length} test pages.

${table}`;
}

function humanTable({ human }: SwarmExperiment): string {
  const rows = human.map(({ title, pages, score }) => [title, pages, score ? intervalInWords(score) : '–']);
  return markdownTable(['two annotations', 'pages', 'scaled cosine'], rows);
}

function targetsTable({ tb, segmentations, outlook }: SwarmExperiment): string {
  const { pr, fe } = segmentations.at(-1)!;
  const plus = outlook.at(-1)!.scores;
  const [lowest, middle, highest] = [tb, pr, fe].map(({ cosine }) => cosine.estimate);
  const met = (is: boolean) => (is ? 'met' : '**missed**');
  const least = (title: string, { cosine }: StrategyScores) => [
    `${title} at least ${MIN_COSINE}`,
    intervalInWords(cosine),
    met(cosine.estimate >= MIN_COSINE),
  ];
  const order = [lowest, middle, highest].map(value => value!.toFixed(3)).join(', ');
  return markdownTable(
    ['target', 'result', ''],
    [
      ['TB < PR < FE', order, met(lowest! < middle! && middle! < highest!)],
      least('FE of the eight features, `swarm`,', fe),
      least('FE of the variant, `swarm-plus`,', plus),
    ],
  );
}

function segmentationTable({ tb, segmentations }: SwarmExperiment): string {
  const line = (title: string, { precision, recall, f1, cosine }: StrategyScores) => [
    title,
    ...[precision, recall, f1, cosine.estimate].map(value => value.toFixed(3)),
  ];
  const rows = segmentations.flatMap(({ title, pr, fe }) => [
    line(`PR, ${title}`, pr),
    line(`FE, ${title}`, fe),
  ]);
  return markdownTable(
    ['test pages', 'precision', 'recall', 'F1', 'scaled cosine'],
    [line('TB', tb), ...rows],
  );
}

function runsTable({ convergence, otherRuns }: SwarmExperiment): string {
  const rows = [...convergence, ...otherRuns].map(({ title, learned }) => [
    title,
    learned.fitness.toFixed(4),
    learned.generation,
    learned.history.findIndex(({ best }) => best >= learned.fitness - 0.01),
  ]);
  const paper = ['paper’s best particle', PAPER.fitness.toFixed(3), PAPER.generation, 10];
  return markdownTable(
    ['swarm', 'fitness in training', 'generation', 'within 0.01 from generation'],
    [...rows, paper],
  );
}

function singlesTable({ singles }: SwarmExperiment): string {
  const rows = singles
    .toSorted((a, b) => b.best.score - a.best.score)
    .map(({ feature, best }) => [
      feature.title,
      `${feature.bound === 'lower' ? '≥' : '≤'} ${best.threshold.toFixed(feature.name === 'sentences' ? 0 : 3)}`,
      best.score.toFixed(3),
      PAPER.singles[feature.name] ?? '',
    ]);
  return markdownTable(['feature', 'best threshold', 'score', 'paper'], rows);
}

function outlookTable(decisions: readonly NamedScores[]): string {
  const [first] = decisions;
  const rows = decisions.map(({ title, scores }) => [
    title,
    intervalInWords(scores.cosine),
    scores.f1.toFixed(3),
    title === first!.title ? '' : differenceFrom(scores, first!.scores),
  ]);
  return markdownTable(['decision', 'scaled cosine', 'F1', 'difference from the eight thresholds'], rows);
}

function differenceFrom(own: StrategyScores, other: StrategyScores): string {
  return differenceInWords(comparePages(own.pages, other.pages));
}

function shapesTable({ plus: { scored, configuration } }: SwarmExperiment): string {
  const rows = scored.map(own => [
    FEATURES_IN_WORDS[own.features],
    own.runs ? 'yes' : '',
    own.particles,
    own.together === 'any' ? (own.particles > 1 ? 'any' : '') : 'most',
    own.score.toFixed(4),
    own === configuration ? 'chosen' : '',
  ]);
  const heading = [
    'features',
    'runs',
    'particles',
    'must agree',
    'scaled cosine, held-out training sites',
    '',
  ];
  return markdownTable(heading, rows);
}

const FEATURES_IN_WORDS = {
  paper: 'the eight',
  more: 'the eight, and eleven more',
  relative: 'the eight, and five relative to the page',
  named: 'these thirteen, and names of enclosing elements',
  around: 'these fourteen, and elements in between',
} as const;

function elsewhereTable({ others, sides, outlook }: SwarmExperiment): string {
  const sets = [{ title: `\`${sides.name}\``, decisions: outlook }, ...others];
  const rows = sets.flatMap(({ title, decisions }) =>
    decisions
      .slice(1)
      .map(({ title: decision, scores }) => [
        title,
        scores.pages.length,
        decision,
        scores.cosine.estimate.toFixed(3),
        differenceFrom(scores, decisions[0]!.scores),
      ]),
  );
  return markdownTable(
    ['pages of', '', 'decision', 'scaled cosine', 'difference from the eight thresholds'],
    rows,
  );
}

function othersTable({ others, sides }: SwarmExperiment): string {
  const rows = others.map(({ title, sides: own, tb, pr, transferred, own: fe, seconds }) => [
    title,
    `${own.train.length} / ${own.test.length}`,
    ...[tb, pr].map(scores => scores.cosine.estimate.toFixed(3)),
    `${transferred.cosine.estimate.toFixed(3)} (${transferred.f1.toFixed(3)})`,
    `${fe.cosine.estimate.toFixed(3)} (${fe.f1.toFixed(3)})`,
    seconds.toFixed(1),
  ]);
  const head = [
    'corpus',
    'training / test pages',
    'TB',
    'PR',
    `FE, thresholds of \`${sides.name}\``,
    'FE, own thresholds',
    'CPU seconds to learn them',
  ];
  return markdownTable(head, rows);
}

function languageTable({ languages }: SwarmExperiment): string {
  const rows = languages.map(({ language, pages, agreed }) => [language, String(pages), String(agreed)]);
  const sum = (field: 'pages' | 'agreed') => languages.reduce((all, row) => all + row[field], 0);
  return markdownTable(['declared', 'pages', 'detected'], [...rows, ['all', sum('pages'), sum('agreed')]]);
}

export const SECTIONS = { paper: paperSection, period: periodSection(measurePeriod) };

async function paperSection(job: MethodJob): Promise<Results> {
  const experiment = await measureSwarm(job);
  await yieldToAbort(job.signal);
  const { sides, others, convergence, singles, segmentations } = experiment;
  const folders = [
    job.corpus ?? join(job.corpora, sides.name),
    ...others.map(other => join(job.corpora, other.sides.name)),
  ];
  const tools = [
    `stopwords-iso ${packageVersion('stopwords-iso')}`,
    `Node ${process.versions.node}`,
    `Unicode ${process.versions.unicode}`,
  ];
  return {
    parts: { provenance: await provenanceOf(folders, tools), ...swarmParts(experiment) },
    images: {
      convergence: convergencePlot(convergence),
      features: featurePlot(singles, segmentations.at(-1)!.pr.cosine.estimate),
    },
  };
}

function thresholdsTable({ segmentations }: SwarmExperiment): string {
  const rows = FEATURES.map(({ title, bound }, i) => [
    title,
    bound === 'lower' ? 'at least' : 'at most',
    ...segmentations.map(({ learned }) => learned.thresholds[i]!.toFixed(3)),
  ]);
  const training = segmentations.map(({ learned }) => learned.fitness.toFixed(3));
  const head = ['feature', 'must be', ...segmentations.map(({ title }) => title)];
  return markdownTable(head, [...rows, ['mean scaled cosine, training', '', ...training]]);
}

const STRATEGIES = [
  ['plus', '`swarm-plus`'],
  ['fe', 'FE'],
  ['pr', 'PR'],
  ['tb', 'TB'],
] as const;

function splitsTable({ splits }: SwarmExperiment): string {
  const rows = STRATEGIES.map(([name, title]) => {
    const values = splits.map(split => split[name]);
    const figures = [meanOf(values), Math.min(...values), Math.max(...values)];
    return [title, ...figures.map(figure => figure.toFixed(3))];
  });
  const inOrder = (name: 'fe' | 'plus') => splits.map(split => split[name].toFixed(3)).join(', ');
  return `${markdownTable(['strategy', 'mean', 'lowest', 'highest'], rows)}

In order of seeds, FE: ${inOrder('fe')}; \`swarm-plus\`: ${inOrder('plus')}.`;
}
