import * as Plot from '@observablehq/plot';
import {
  drawStandalone,
  markdownTable,
  PLOT_COLOURS,
  packageVersion,
  workspaceVersion,
} from '@webpith/lab/internals';
import { machine, quarters } from './figures.js';
import type { LoadFigures, LoadOrder } from './server-load.js';

export interface MemorySample {
  readonly seconds: number;
  readonly megabytes: number;
}

export interface ServerFigures {
  readonly order: LoadOrder;
  readonly load: LoadFigures;
  /** Megabytes before the first request. */
  readonly idle: number;
  /** One sample per second. */
  readonly memory: readonly MemorySample[];
  readonly replaced: number;
  readonly exitCode: number | null;
}

/** The figures for docs/results/server.md. */
export function serverParts({ order, load, idle, memory, replaced, exitCode }: ServerFigures) {
  const sorted = load.milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) =>
    seconds(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  const failures =
    Object.values(load.refused).reduce((sum, count) => sum + count, 0) + load.errors + load.timeouts;
  const megabytes = memory.map(sample => sample.megabytes);
  const growth = hourlyGrowth(memory.filter(sample => sample.seconds > order.seconds / 2));
  const answers = markdownTable(
    ['', ''],
    [
      ['pages', load.answers],
      ['pages/s', (load.answers / load.seconds).toFixed(1)],
      ['p50', at(0.5)],
      ['p95', at(0.95)],
      ['p99', at(0.99)],
      ['longest', at(1)],
      ['errors', failures],
      ['threads replaced', replaced],
      ['exit code after SIGTERM', String(exitCode)],
    ],
  );
  const refused = `Refused by status: ${JSON.stringify(load.refused)}; broken ${load.errors}, given up ${load.timeouts}.`;
  return {
    versions: `pith ${workspaceVersion('webpith')}, fastify ${packageVersion('fastify')}, autocannon ${packageVersion('autocannon')}; ${machine()}.`,
    load: `${order.connections} callers, ${order.pages} pages of ${Math.round(order.size / 1000)} kB, ${order.seconds} seconds.`,
    answers: failures === 0 ? answers : `${answers}\n\n${refused}`,
    memory: markdownTable(
      ['before the first request', 'first', 'second', 'third', 'last', 'most', 'rise an hour'],
      [[idle, ...quarters(megabytes), Math.max(...megabytes), growth].map(value => value.toFixed(0))],
    ),
  };
}

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

/** Slope of a least-squares line through the samples, in megabytes per hour. */
function hourlyGrowth(memory: readonly MemorySample[]): number {
  const mean = (of: (sample: MemorySample) => number) =>
    memory.reduce((sum, sample) => sum + of(sample), 0) / Math.max(1, memory.length);
  const [x, y] = [mean(({ seconds: s }) => s), mean(({ megabytes }) => megabytes)];
  const spread = mean(({ seconds: s }) => (s - x) ** 2);
  return spread === 0 ? 0 : (mean(({ seconds: s, megabytes }) => (s - x) * (megabytes - y)) / spread) * 3600;
}
