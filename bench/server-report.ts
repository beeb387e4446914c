import { availableParallelism } from 'node:os';
import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '../packages/lab/dist/report/standalone-plot.js';
import { packageVersion, workspaceVersion } from '../packages/lab/dist/versions.js';
import { median } from './rounds.js';
import type { LoadFigures, LoadOrder } from './server-load.js';

/** Memory of the server at a moment. */
export interface MemorySample {
  readonly seconds: number;
  readonly megabytes: number;
}

/** All that a run measured. */
export interface ServerFigures {
  readonly order: LoadOrder;
  readonly load: LoadFigures;
  /** Before the first request, and then every second. */
  readonly idle: number;
  readonly memory: readonly MemorySample[];
  readonly replaced: number;
  readonly exitCode: number | null;
}

/** The figures as Markdown, for the terminal and for docs/results/server.md alike. */
export function serverReport({ order, load, idle, memory, replaced, exitCode }: ServerFigures): string {
  const sorted = load.milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) =>
    seconds(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  const failures =
    Object.values(load.refused).reduce((sum, count) => sum + count, 0) + load.errors + load.timeouts;
  const growth = hourlyGrowth(memory.filter(sample => sample.seconds > order.seconds / 2));
  return [
    '# Server',
    '',
    'Written by `npx tsx bench/server.ts`; no figure here is set by hand.',
    '',
    `pith ${workspaceVersion('webpith')}, fastify ${packageVersion('fastify')}, autocannon ${packageVersion('autocannon')}; Node ${process.versions.node}; a machine of ${availableParallelism()} cores, which the callers share.`,
    '',
    `\`pith serve\` in a process of its own; ${order.connections} callers in another, each with one of ${order.pages} generated pages of ${Math.round(order.size / 1000)} kB, send it`,
    `to \`POST /v1/extract\` as soon as the last is answered, for ${order.seconds} seconds. The answer is the whole article as JSON. With so many`,
    'callers the time of an answer is mostly that of waiting for a thread.',
    '',
    '| | |',
    '| --- | --: |',
    `| pages | ${load.answers} |`,
    `| pages/s | ${(load.answers / load.seconds).toFixed(1)} |`,
    `| p50 | ${at(0.5)} |`,
    `| p95 | ${at(0.95)} |`,
    `| p99 | ${at(0.99)} |`,
    `| longest | ${at(1)} |`,
    `| errors | ${failures} |`,
    `| threads replaced | ${replaced} |`,
    `| exit code after SIGTERM | ${exitCode} |`,
    '',
    ...(failures === 0
      ? []
      : [
          `Refused by status: ${JSON.stringify(load.refused)}; broken ${load.errors}, given up ${load.timeouts}.`,
          '',
        ]),
    '## Memory',
    '',
    `Megabytes of the server's process: ${idle.toFixed(0)} before the first request; the medians of each quarter of the time, and the most.`,
    '',
    '| first | second | third | last | most |',
    '| --: | --: | --: | --: | --: |',
    `| ${[...quarters(memory), Math.max(...memory.map(({ megabytes }) => megabytes))].map(value => value.toFixed(0)).join(' | ')} |`,
    '',
    `A line through the second half of the time rises by ${growth.toFixed(0)} MB an hour.`,
    '',
    '![Memory of the server over time](images/server-memory.svg)',
    '',
  ].join('\n');
}

/** Memory over time, drawn. */
export function memoryPlot(memory: readonly MemorySample[]): string {
  return drawStandalone({
    width: 640,
    height: 240,
    x: { label: 'seconds' },
    y: { label: 'megabytes', zero: true, grid: true },
    marks: [
      Plot.ruleY([0]),
      Plot.line([...memory], { x: 'seconds', y: 'megabytes', stroke: PLOT_COLOURS.own, strokeWidth: 1.5 }),
    ],
  });
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

function quarters(memory: readonly MemorySample[]): number[] {
  const size = Math.max(1, Math.ceil(memory.length / 4));
  return [0, 1, 2, 3].map(quarter => {
    const part = memory.slice(quarter * size, (quarter + 1) * size).map(({ megabytes }) => megabytes);
    return part.length > 0 ? median(part) : Number.NaN;
  });
}

/** Megabytes an hour by which a straight line through the samples rises (least squares). */
function hourlyGrowth(memory: readonly MemorySample[]): number {
  const mean = (of: (sample: MemorySample) => number) =>
    memory.reduce((sum, sample) => sum + of(sample), 0) / Math.max(1, memory.length);
  const [x, y] = [mean(({ seconds: s }) => s), mean(({ megabytes }) => megabytes)];
  const spread = mean(({ seconds: s }) => (s - x) ** 2);
  return spread === 0 ? 0 : (mean(({ seconds: s, megabytes }) => (s - x) * (megabytes - y)) / spread) * 3600;
}
