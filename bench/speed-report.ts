import { availableParallelism } from 'node:os';
import { packageVersion } from '../packages/lab/dist/versions.js';
import { BARE, OURS, RIVAL } from './contenders.js';
import type { Growth } from './growth.js';
import type { PageSample } from './pages.js';
import { median, type Timing } from './rounds.js';
import type { StageShare } from './stages.js';

/** All that a run measured. */
export interface SpeedFigures {
  readonly sample: PageSample;
  readonly timings: readonly Timing[];
  readonly stages: readonly StageShare[];
  readonly growth: Growth;
}

const PACKAGES = ['htmlparser2', '@mozilla/readability', 'linkedom', 'jsdom', 'defuddle'];
const MEGA = 1_000_000;

/** The figures as Markdown, for the terminal and for docs/results/speed.md alike. */
export function speedReport(figures: SpeedFigures): string {
  return [
    ...head(figures.sample),
    ...contenderTable(figures),
    ...stageTable(figures.stages),
    ...growthLines(figures.growth),
  ].join('\n');
}

function head({ pages, origin }: PageSample): string[] {
  const characters = pages.reduce((sum, { html }) => sum + html.length, 0);
  const versions = PACKAGES.map(name => `${name} ${packageVersion(name)}`).join(', ');
  return [
    '# Speed',
    '',
    'Written by `npm run bench`; no figure here is set by hand.',
    '',
    `${pages.length} pages (${origin}), ${(characters / pages.length / 1000).toFixed(0)} thousand characters each on average.`,
    `pith ${packageVersion('webpith')}, ${versions}; Node ${process.versions.node}; one thread on a machine of ${availableParallelism()} cores.`,
    '',
  ];
}

function contenderTable({ sample, timings }: SpeedFigures): string[] {
  const middle = (name: string) => median(timings.find(timing => timing.name === name)!.rounds);
  const count = sample.pages.length;
  const rows = timings.map(({ name, pages, failures, rounds }) => {
    const time = median(rounds);
    const rate = (milliseconds: number) => ((1000 * count) / milliseconds).toFixed(1);
    const cells = [
      name,
      pages + (failures > 0 ? ` (${failures} failed)` : ''),
      rounds.length,
      rate(time),
      rate(Math.min(...rounds)),
      `${(time / middle(BARE)).toFixed(2)} ×`,
      `${(middle(RIVAL) / time).toFixed(2)} ×`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| contender | pages | rounds | pages/s, median | pages/s, best round | time of bare parsing | pages/s of Readability with linkedom |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows,
    '',
    'In one process, after a warm-up: the first two in turns, then the rivals in turns. Each starts from decoded HTML and ends',
    'with text (defuddle: HTML); contenders that were timed on fewer pages are scaled up to the whole sample by characters.',
    'Pith allocates, so its ratio depends on the heap around it: in a process that also holds the rivals and their documents, or',
    'that is made to collect its garbage before every turn, it is slower beside bare parsing than here.',
    '',
    `**${OURS}**: ${(middle(OURS) / middle(BARE)).toFixed(2)} times the time of bare parsing (to reach: 2.0 or less),`,
    `${(middle(RIVAL) / middle(OURS)).toFixed(1)} times the pages of Readability with linkedom (to reach: 8 or more).`,
    '',
  ];
}

function stageTable(stages: readonly StageShare[]): string[] {
  return [
    '## Where the time goes',
    '',
    '| stage | share of `extract()` |',
    '| --- | --: |',
    ...stages.map(({ stage, share }) => `| ${stage} | ${(100 * share).toFixed(1)} % |`),
    '',
  ];
}

function growthLines({ small, large, memory }: Growth): string[] {
  return [
    '## Growth',
    '',
    '| page | time | |',
    '| --- | --: | --- |',
    `| 1 MB | ${small.toFixed(0)} ms | |`,
    `| 10 MB | ${large.toFixed(0)} ms | ${(large / small).toFixed(1)} × (to reach: 12 or less) |`,
    '',
    `A process that reads the 10 MB page once, and nothing else, holds ${(memory / MEGA).toFixed(0)} MB at most, Node itself`,
    'included (to reach: under 500 MB).',
    '',
  ];
}
