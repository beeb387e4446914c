import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '../packages/lab/dist/report/plot.js';

/** One page, read in its own process. */
export interface Step {
  /** Characters or blocks. */
  readonly size: number;
  readonly milliseconds: number;
  /** Peak resident set in bytes, including Node. */
  readonly memory: number;
}

export interface Growth {
  readonly characters: readonly Step[];
  readonly blocks: readonly Step[];
}

const CHARACTERS = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 50_000_000];
const BLOCKS = [10, 100, 1_000, 10_000, 100_000];

/** Times pages of increasing size, each in its own process to exclude other garbage. */
export async function measureGrowth(): Promise<Growth> {
  const measure = async (unit: string, sizes: readonly number[]) => {
    const steps: Step[] = [];
    for (const size of sizes) steps.push(await inProcess(unit, size));
    return steps;
  };
  return { characters: await measure('characters', CHARACTERS), blocks: await measure('blocks', BLOCKS) };
}

async function inProcess(unit: string, size: number): Promise<Step> {
  const path = fileURLToPath(new URL('large-page.ts', import.meta.url));
  const child = fork(path, [unit, String(size)]);
  const [step] = (await once(child, 'message')) as [Step];
  await once(child, 'exit');
  return step;
}

/** Time per character or block by page size: a flat line is linear time. */
export function growthPlot({ characters, blocks }: Growth): string {
  const points = [
    ...characters.map(step => ({ ...step, unit: 'of that many characters, ns a character', scale: 1e6 })),
    ...blocks.map(step => ({ ...step, unit: 'of that many blocks, µs a block', scale: 1e3 })),
  ].map(({ size, milliseconds, unit, scale }) => ({ size, cost: (milliseconds * scale) / size, unit }));
  return drawStandalone({
    width: 700,
    height: 360,
    marginLeft: 60,
    x: { type: 'log', label: 'size of the page' },
    y: { type: 'log', label: 'time' },
    color: { legend: false, range: [PLOT_COLOURS.own, PLOT_COLOURS.others[0]] },
    marks: [
      Plot.line(points, { x: 'size', y: 'cost', stroke: 'unit' }),
      Plot.dot(points, { x: 'size', y: 'cost', fill: 'unit' }),
      Plot.text(
        points.filter(
          ({ size, unit }, i) => points.findLastIndex(other => other.unit === unit) === i && size > 0,
        ),
        { x: 'size', y: 'cost', text: 'unit', fill: 'unit', dy: -12, textAnchor: 'end' },
      ),
    ],
  });
}
