import { markdownTable, packageVersion, percent } from '@webpith/lab/internals';
import { BARE, OURS } from './contenders.js';
import { machine, median } from './figures.js';
import type { Growth, Step } from './growth.js';
import type { Limit } from './limits.js';
import type { PageSample } from './pages.js';
import type { Peer, PeerPass, PeerResult } from './peers.js';
import type { Timing } from './rounds.js';
import type { StageShare } from './stages.js';

export interface KindFigures {
  readonly sample: PageSample;
  readonly timings: readonly Timing[];
  readonly stages: readonly StageShare[];
  readonly limits: readonly Limit[];
  readonly peers: readonly { readonly peer: Peer; readonly result: PeerResult | undefined }[];
}

export interface SpeedFigures {
  readonly kinds: readonly KindFigures[];
  readonly growth: Growth;
}

const MEGA = 1_000_000;
/** The figures for docs/results/speed.md. */
export function speedParts({ kinds, growth }: SpeedFigures): Record<string, string> {
  return {
    versions: `pith ${packageVersion('webpith')}, htmlparser2 ${packageVersion('htmlparser2')}; ${machine()}.`,
    ratios: ratioTable(kinds),
    peers: peerTable(kinds),
    stages: stageTable(kinds),
    limits: limitTable(kinds),
    characters: growthTable('character', growth.characters, 1e6, 'ns'),
    blocks: growthTable('block', growth.blocks, 1e3, 'µs'),
  };
}

function rate({ pages, seconds }: PeerPass): string {
  return (pages / seconds).toFixed(pages < 10 * seconds ? 1 : 0);
}

const PARSER = 'htmlparser2';

/** Pages per second of every peer, for the README; the fastest extractor of a column is bold. */
export function speedSummary({ kinds }: SpeedFigures): string {
  const passOf = (kind: KindFigures, name: string) =>
    kind.peers.find(({ peer }) => peer.name === name)?.result?.warm;
  const extractors = kinds[0]!.peers.map(({ peer }) => peer.name).filter(name => name !== PARSER);
  const fastest = kinds.map(kind => maxBy(extractors, name => pagesPerSecond(passOf(kind, name))));
  const rows = [PARSER, ...extractors].flatMap(name => {
    const passes = kinds.map(kind => passOf(kind, name));
    if (passes.every(pass => pass === undefined)) return [];
    const cells = passes.map((pass, i) => {
      const text = pass === undefined ? '' : rate(pass);
      return name === fastest[i] ? `**${text}**` : text;
    });
    return [[README_NAMES[name] ?? name, ...cells]];
  });
  return markdownTable(['pages per second', ...kinds.map(({ sample }) => sample.name)], rows);
}

const README_NAMES: Readonly<Record<string, string>> = {
  [PARSER]: 'bare parsing (htmlparser2)',
  webpith: 'Pith',
};

function pagesPerSecond(pass: PeerPass | undefined): number {
  return pass === undefined ? 0 : pass.pages / pass.seconds;
}

function maxBy(names: readonly string[], value: (name: string) => number): string | undefined {
  return names.reduce<string | undefined>(
    (best, name) => (best === undefined || value(name) > value(best) ? name : best),
    undefined,
  );
}

function ratioTable(kinds: readonly KindFigures[]): string {
  const rows = kinds.map(({ sample, timings }) => {
    const times = (name: string) => timings.find(timing => timing.name === name)!.rounds;
    const ratio = median(times(OURS).map((time, round) => time / times(BARE)[round]!));
    const characters = sample.pages.reduce((sum, { html }) => sum + html.length, 0);
    const rate = ((1000 * sample.pages.length) / median(times(OURS))).toFixed(0);
    return [
      sample.name,
      `${sample.pages.length} (${sample.origin})`,
      (characters / sample.pages.length / 1000).toFixed(1),
      rate,
      `${ratio.toFixed(2)} ×`,
    ];
  });
  const heading = ['kind', 'pages', 'thousand characters each', 'pages/s', 'time of bare parsing'];
  return markdownTable(heading, rows);
}

function peerTable(kinds: readonly KindFigures[]): string {
  const peers = kinds[0]!.peers.map(({ peer }) => peer);
  const of = (kind: KindFigures, name: string) => kind.peers.find(({ peer }) => peer.name === name)?.result;
  const present = peers.filter(({ name }) => kinds.some(kind => of(kind, name) !== undefined));
  const missing = peers.filter(peer => !present.includes(peer)).map(({ name }) => name);
  const rows = present.map(({ name, language }) => [
    `${name} ${kinds.map(kind => of(kind, name)?.version).find(Boolean)} (${language})`,
    ...kinds.map(kind => {
      const result = of(kind, name);
      if (result === undefined) return '';
      const { first, warm, memory } = result;
      const failed = first.failures > 0 ? `, ${first.failures} failed` : '';
      return `${rate(warm)}, ${rate(first)}, ${(memory / MEGA).toFixed(0)} MB${failed}`;
    }),
  ]);
  const table = markdownTable(
    ['', ...kinds.map(({ sample }) => `${sample.name}: pages/s warm, pages/s at first, peak memory`)],
    rows,
  );
  return missing.length === 0 ? table : `${table}\n\nNot installed where this ran: ${missing.join(', ')}.`;
}

function stageTable(kinds: readonly KindFigures[]): string {
  const rows = kinds[0]!.stages.map(({ stage }) => [
    stage,
    ...kinds.map(kind => percent(kind.stages.find(own => own.stage === stage)?.share ?? 0)),
  ]);
  return markdownTable(['stage', ...kinds.map(({ sample }) => sample.name)], rows);
}

/** The unavoidable steps and their sum. */
function limitTable(kinds: readonly KindFigures[]): string {
  const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
  const rows = kinds[0]!.limits.map(({ name }, i) => [
    name,
    ...kinds.map(kind => times(kind.limits[i]!.ratio)),
  ]);
  const sums = kinds.map(({ limits }) => times(limits.reduce((sum, { ratio }) => sum + ratio, 0)));
  const heading = ['as a multiple of bare parsing', ...kinds.map(({ sample }) => sample.name)];
  return markdownTable(heading, [...rows, ['together', ...sums]]);
}

function growthTable(things: string, steps: readonly Step[], scale: number, unit: string): string {
  const rows = steps.map(({ size, milliseconds, memory }) => [
    size.toLocaleString('en'),
    `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`,
    `${((milliseconds * scale) / size).toFixed(1)} ${unit}`,
    `${(memory / MEGA).toFixed(0)} MB`,
  ]);
  return markdownTable([`${things}s`, 'time', `a ${things}`, 'peak memory'], rows);
}
