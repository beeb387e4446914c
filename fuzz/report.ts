import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '../packages/lab/src/report/standalone-plot.js';
import { MUTATION_NAMES } from './mutations/table.js';
import { SLOW } from './protocol.js';
import type { MemorySample, RunState } from './state.js';

/** Writes the report of a run, and the plot of its memory beside it. */
export function writeReport(state: RunState, file: string): void {
  const image = join(dirname(file), 'images/fuzz-memory.svg');
  mkdirSync(dirname(image), { recursive: true });
  writeFileSync(image, `${memoryPlot(state.memory)}\n`);
  writeFileSync(file, reportOf(state));
}

const KINDS = ['crash', 'hang', 'memory', 'slow', 'unsafe', 'not deterministic', 'malformed'] as const;
const KIND_NAMES: Readonly<Record<(typeof KINDS)[number], string>> = {
  crash: 'crashes (anything but a typed error)',
  hang: 'pages that had to be ended',
  memory: 'pages that took all memory',
  slow: `pages over ${SLOW / 1000} s`,
  unsafe: 'outputs with something that is not on the list',
  'not deterministic': 'pages that gave something else the second time',
  malformed: 'TEI or JSON that does not parse',
};

function reportOf(state: RunState): string {
  const { done, seconds, bytes, withText, typed, slowest, memory, restarts } = state;
  const count = (kind: string) => state.findings.filter(finding => finding.kind === kind).length;
  const refused = Object.entries(typed).map(([code, times]) => `${times} × \`${code}\``);
  const [first] = slowest;
  const held = quarters(memory.map(sample => sample.heap));
  const resident = quarters(memory.map(sample => sample.resident));
  const row = (name: string, values: readonly number[]) =>
    `| ${name} | ${values.map(value => value.toFixed(0)).join(' | ')} |`;
  return [
    '# Fuzzing',
    '',
    'Written by `npx tsx fuzz/run.ts --pages 1000000`; no figure here is set by hand.',
    '',
    `${done} pages of seed ${state.seed} (${(bytes / 1e6).toFixed(0)} MB; ${share(withText, done)} of them gave text), ` +
      `made of ${state.sources}, by one to six mutations each. Code ${state.code} of \`pith\` ${version('pith')}, ` +
      `Node ${process.version}. ${(done / seconds).toFixed(0)} pages a second, beside whatever else the machine did.`,
    '',
    'Each page: `extract()`, all outputs with title, byline and comments, all records, `explain()`; the HTML held against the',
    'list of elements, attributes and schemes, the TEI checked to be well-formed. One page in thirty-two besides: everything',
    'twice and compared, the HTML and the Markdown (as an engine renders it that lets HTML through) read by a parser.',
    '',
    '| what | how many |',
    '| --- | --: |',
    ...KINDS.map(kind => `| ${KIND_NAMES[kind]} | ${count(kind)} |`),
    `| refusals by a typed error | ${refused.join(', ') || 0} |`,
    `| workers started again | ${restarts} |`,
    '',
    first === undefined
      ? ''
      : `The slowest page took ${first.ms.toFixed(0)} ms (number ${first.page}, ${(first.bytes / 1000).toFixed(0)} kB); a page that ` +
        'took over half a second is timed twice more, and its least time counts: other work on the machine is not the page’s fault.',
    '',
    '## Memory',
    '',
    'Megabytes, median of each quarter of the run: what a worker still holds after a collection, and the whole process.',
    '',
    '| | first | second | third | last |',
    '| --- | --: | --: | --: | --: |',
    row('held by a worker', held),
    row('process', resident),
    '',
    '![Memory over the run](images/fuzz-memory.svg)',
    '',
    '## Mutations',
    '',
    '| mutation | times |',
    '| --- | --: |',
    ...MUTATION_NAMES.map(name => `| ${name} | ${state.mutations[name] ?? 0} |`),
    '',
  ].join('\n');
}

function quarters(values: readonly number[]): number[] {
  const at = (part: number) => Math.floor(values.length * part);
  return [0, 0.25, 0.5, 0.75].map(start => {
    const sorted = values.slice(at(start), Math.max(at(start + 0.25), at(start) + 1)).sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? 0;
  });
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

function version(name: string): string {
  const file = new URL(`../packages/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function memoryPlot(samples: readonly MemorySample[]): string {
  const rows = samples.flatMap(({ pages, resident, heap }) => [
    { pages, megabytes: resident, what: 'process' },
    { pages, megabytes: heap, what: 'held by a worker' },
  ]);
  return drawStandalone({
    width: 720,
    height: 280,
    x: { label: 'pages' },
    y: { label: 'megabytes', zero: true, grid: true },
    color: {
      legend: false,
      domain: ['process', 'held by a worker'],
      range: [PLOT_COLOURS.others[0], PLOT_COLOURS.own],
    },
    marks: [
      Plot.lineY(rows, { x: 'pages', y: 'megabytes', stroke: 'what' }),
      Plot.text(
        rows,
        Plot.selectLast({ x: 'pages', y: 'megabytes', z: 'what', text: 'what', dy: -8, textAnchor: 'end' }),
      ),
      Plot.ruleY([0]),
    ],
  });
}
