import * as Plot from '@observablehq/plot';
import { drawStandalone, markdownTable, PLOT_COLOURS, packageVersion, percent } from '@webpith/lab/internals';
import { quarters } from '../bench/figures.js';
import { MUTATION_NAMES } from './mutations/table.js';
import { SLOW } from './protocol.js';
import type { MemorySample, RunState } from './state.js';

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

/** The figures of a run for docs/results/fuzz.md, with the plot of its memory. */
export function resultsOf(state: RunState) {
  const { done, seconds, bytes, withText, typed, slowest, memory, restarts } = state;
  const count = (kind: string) => state.findings.filter(finding => finding.kind === kind).length;
  const refused = Object.entries(typed).map(([code, times]) => `${times} × \`${code}\``);
  const [first] = slowest;
  const row = (name: string, values: readonly number[]) => [
    name,
    ...quarters(values).map(value => value.toFixed(0)),
  ];
  const parts = {
    run:
      `${done} pages of seed ${state.seed} (${(bytes / 1e6).toFixed(0)} MB; ${percent(withText / Math.max(1, done))} of them gave text), ` +
      `made of ${state.sources}, by one to six mutations each. Code ${state.code} of \`pith\` ${packageVersion('webpith')}, ` +
      `Node ${process.version}. ${(done / seconds).toFixed(0)} pages a second, beside whatever else the machine did.`,
    findings: markdownTable(
      ['what', 'how many'],
      [
        ...KINDS.map(kind => [KIND_NAMES[kind], count(kind)]),
        ['refusals by a typed error', refused.join(', ') || 0],
        ['workers started again', restarts],
      ],
    ),
    slowest:
      first === undefined
        ? ''
        : `The slowest page took ${first.ms.toFixed(0)} ms (number ${first.page}, ${(first.bytes / 1000).toFixed(0)} kB).`,
    memory: markdownTable(
      ['', 'first', 'second', 'third', 'last'],
      [
        row(
          'held by a worker',
          memory.map(sample => sample.heap),
        ),
        row(
          'process',
          memory.map(sample => sample.resident),
        ),
      ],
    ),
    mutations: markdownTable(
      ['mutation', 'times'],
      MUTATION_NAMES.map(name => [name, state.mutations[name] ?? 0]),
    ),
  };
  return { parts, images: { memory: `${memoryPlot(memory)}\n` } };
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
