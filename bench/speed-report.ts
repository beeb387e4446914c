import { availableParallelism } from 'node:os';
import { packageVersion } from '../packages/lab/dist/versions.js';
import { BARE, OURS } from './contenders.js';
import type { Growth, Step } from './growth.js';
import type { PageSample } from './pages.js';
import type { Peer, PeerResult } from './peers.js';
import { median, type Timing } from './rounds.js';
import type { StageShare } from './stages.js';

/** What was measured on pages of one kind. */
export interface KindFigures {
  readonly sample: PageSample;
  readonly timings: readonly Timing[];
  readonly stages: readonly StageShare[];
  readonly peers: readonly { readonly peer: Peer; readonly result: PeerResult | undefined }[];
}

/** All that a run measured. */
export interface SpeedFigures {
  readonly kinds: readonly KindFigures[];
  readonly growth: Growth;
}

const MEGA = 1_000_000;
/** Times of bare parsing that `extract()` is to stay within. */
const TO_REACH: Readonly<Record<string, number>> = { real: 1.8, dense: 2.5, tiny: 2 };

/** The figures as Markdown, for the terminal and for docs/results/speed.md alike. */
export function speedReport({ kinds, growth }: SpeedFigures): string {
  return [
    ...head(),
    ...ratioTable(kinds),
    ...peerTable(kinds),
    ...stageTable(kinds),
    ...growthLines(growth),
  ].join('\n');
}

/** Pages a second of every peer, for the README. */
export function speedSummary({ kinds }: SpeedFigures): string {
  const rows = kinds[0]!.peers.flatMap(({ peer }) => {
    const results = kinds.map(kind => kind.peers.find(own => own.peer.name === peer.name)?.result);
    if (results.every(result => result === undefined)) return [];
    const rates = results.map(result =>
      result === undefined
        ? ''
        : (result.pages / result.seconds).toFixed(result.pages < 10 * result.seconds ? 1 : 0),
    );
    const name = peer.name === 'htmlparser2' ? 'bare parsing (htmlparser2)' : peer.name;
    return [[peer.name === 'webpith' ? '**Pith**' : name, ...rates]];
  });
  return table(['pages a second', ...kinds.map(({ sample }) => sample.name)], rows).join('\n');
}

function head(): string[] {
  return [
    '# Speed',
    '',
    'Written by `npm run bench`; no figure here is set by hand.',
    '',
    `pith ${packageVersion('webpith')}, htmlparser2 ${packageVersion('htmlparser2')}; Node ${process.versions.node}; one thread on a machine of ${availableParallelism()} cores.`,
    '',
  ];
}

function ratioTable(kinds: readonly KindFigures[]): string[] {
  const rows = kinds.map(({ sample, timings }) => {
    const times = (name: string) => timings.find(timing => timing.name === name)!.rounds;
    const ratio = median(times(OURS).map((time, round) => time / times(BARE)[round]!));
    const characters = sample.pages.reduce((sum, { html }) => sum + html.length, 0);
    const goal = TO_REACH[sample.name];
    const rate = ((1000 * sample.pages.length) / median(times(OURS))).toFixed(0);
    return [
      sample.name,
      `${sample.pages.length} (${sample.origin})`,
      (characters / sample.pages.length / 1000).toFixed(1),
      rate,
      `${ratio.toFixed(2)} ×`,
      goal === undefined ? '' : `${goal} ×`,
    ];
  });
  return [
    '## Beside bare parsing',
    '',
    ...table(
      ['kind', 'pages', 'thousand characters each', 'pages/s', 'time of bare parsing', 'to reach'],
      rows,
    ),
    '',
    '`extract()` to text against htmlparser2 with empty handlers: in one process, in turns, after a warm-up; the median of the',
    'ratios of all rounds. Pith allocates, so its ratio depends on the heap around it.',
    '',
  ];
}

function peerTable(kinds: readonly KindFigures[]): string[] {
  const peers = kinds[0]!.peers.map(({ peer }) => peer);
  const of = (kind: KindFigures, name: string) => kind.peers.find(({ peer }) => peer.name === name)?.result;
  const present = peers.filter(({ name }) => kinds.some(kind => of(kind, name) !== undefined));
  const missing = peers.filter(peer => !present.includes(peer)).map(({ name }) => name);
  const rows = present.map(({ name, language }) => [
    `${name} ${kinds.map(kind => of(kind, name)?.version).find(Boolean)} (${language})`,
    ...kinds.map(kind => {
      const result = of(kind, name);
      if (result === undefined) return '';
      const failed = result.failures > 0 ? `, ${result.failures} failed` : '';
      return `${(result.pages / result.seconds).toFixed(1)}, ${(result.memory / MEGA).toFixed(0)} MB${failed}`;
    }),
  ]);
  return [
    '## Beside others',
    '',
    ...table(['', ...kinds.map(({ sample }) => `${sample.name}: pages/s, peak memory`)], rows),
    '',
    'Each in a process of its own, one pass after a warm-up, ten seconds at most; from decoded HTML to text (defuddle:',
    'HTML). The memory is that of the whole process, the pages themselves included.',
    ...(missing.length === 0 ? [] : ['', `Not installed where this ran: ${missing.join(', ')}.`]),
    '',
  ];
}

function stageTable(kinds: readonly KindFigures[]): string[] {
  const stages = kinds[0]!.stages.map(({ stage }) => stage);
  const rows = stages.map(stage => [
    stage,
    ...kinds.map(
      kind => `${(100 * (kind.stages.find(own => own.stage === stage)?.share ?? 0)).toFixed(1)} %`,
    ),
  ]);
  return [
    '## Where the time goes',
    '',
    ...table(['stage', ...kinds.map(({ sample }) => sample.name)], rows),
    '',
    'Features are what is read once a page; scores are the columns of the model, made in stripes, and the model.',
    '',
  ];
}

function growthLines({ characters, blocks }: Growth): string[] {
  const rows = (steps: readonly Step[], scale: number, unit: string) =>
    steps.map(({ size, milliseconds, memory }) => [
      size.toLocaleString('en'),
      `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`,
      `${((milliseconds * scale) / size).toFixed(1)} ${unit}`,
      `${(memory / MEGA).toFixed(0)} MB`,
    ]);
  return [
    '## Growth',
    '',
    '![Time a character and a block against the size of a page](images/speed-growth.svg)',
    '',
    ...table(['characters', 'time', 'a character', 'peak memory'], rows(characters, 1e6, 'ns')),
    '',
    ...table(['blocks', 'time', 'a block', 'peak memory'], rows(blocks, 1e3, 'µs')),
    '',
    'Each page in a process of its own; the time is the median of the later readings, the memory that of the whole process after',
    'the first one.',
    '',
  ];
}

function table(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)];
}
