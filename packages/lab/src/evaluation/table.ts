import { METADATA_FIELDS } from '../metrics/metadata.js';
import type { StructureSummary } from './summary.js';
import {
  type EvaluationSummary,
  failedPages,
  isTimed,
  type MethodSummary,
  PRIMARY_TITLES,
} from './summary.js';

const MOST_TYPES = 8;

export function summaryTable(summary: EvaluationSummary): string {
  const { methods, primary, corpus, run, structure } = summary;
  const skipped = corpus.skipped > 0 ? `, ${corpus.skipped} skipped` : '';
  const pages = `${run.corpus}: ${corpus.pages} ${corpus.pages === 1 ? 'page' : 'pages'}${skipped}`;
  if (structure && methods.every(({ overall }) => overall === undefined))
    return [pages, structureTable(structure, methods)].join('\n\n');
  const heading = `${pages}; ${PRIMARY_TITLES[primary]}, mean ± standard deviation`;
  const parts = [heading, alignColumns([overallHeader, ...methods.map(overallLine)])];
  const types = Object.keys(summary.types).slice(0, MOST_TYPES);
  if (types.length > 1) {
    const header = ['F1 by page type', ...types.map(type => `${type} (${summary.types[type]})`)];
    const lines = methods.map(method => [
      method.name,
      ...types.map(type => score(method.types[type]?.f1.mean)),
    ]);
    parts.push(alignColumns([header, ...lines]));
  }
  const metadata = metadataLines(methods);
  if (metadata.length > 0) parts.push(alignColumns([metadataHeader, ...metadata]));
  if (structure) parts.push(structureTable(structure, methods));
  parts.push('p: paired t-test on F1 page by page against the best method; * p < 0.05');
  const notes = notesOn(methods);
  if (notes.length > 0) parts.push(notes.join('\n'));
  return parts.join('\n\n');
}

function structureTable(lines: readonly StructureSummary[], methods: readonly MethodSummary[]): string {
  const names = Object.keys(lines[0]!.means);
  const header = ['F1 by element', 'pages', ...names];
  const failed = methods.filter(method => failedPages(method) > 0);
  const rows = lines.map(({ group, kind, pages, means }) => [
    group === undefined ? kind : `${group}: ${kind}`,
    String(pages),
    ...names.map(name => score(means[name])),
  ]);
  const notes = failed.map(
    method => `${method.name} failed on ${failedPages(method)} pages, scored as empty`,
  );
  return [alignColumns([header, ...rows]), ...notes].join('\n');
}

const SEEN = {
  seen: 'was trained on this corpus',
  maybe: 'was trained on a corpus of this name',
} as const;

export function notesOn(methods: readonly MethodSummary[]): string[] {
  return methods.flatMap(method => {
    const { name, training, firstFailure } = method;
    const notes: string[] = [];
    if (training !== undefined)
      notes.push(
        `warning: the model of ${name} ${SEEN[training]}; these figures do not hold for unseen pages. Out-of-fold figures: docs/results/`,
      );
    if (firstFailure !== undefined)
      notes.push(
        `${name} failed on ${failedPages(method)} of ${method.pages} pages; the first, ${firstFailure.page}: ${firstFailure.error}`,
      );
    return notes;
  });
}

const metadataHeader = ['metadata', 'right', 'loosely', 'wrong', 'missing'];

function metadataLines(methods: readonly MethodSummary[]): string[][] {
  return methods.flatMap(({ name, metrics: { facts } }) =>
    METADATA_FIELDS.flatMap(field => {
      const [right, loose, given] = ['right', 'loose', 'given'].map(
        outcome => facts?.[`${field} ${outcome}`],
      );
      if (right === undefined || !given) return [];
      return [[`${name}: ${field}`, score(right), score(loose), score(given - right), score(1 - given)]];
    }),
  );
}

const overallHeader = [
  'method',
  'precision',
  'recall',
  'F1',
  'Δ to best [95 %]',
  'p',
  'failed',
  'empty',
  'ms/page',
];

function overallLine(method: MethodSummary): string[] {
  const { overall, againstBest: against, empty, speed } = method;
  const spread = (of: 'precision' | 'recall' | 'f1') =>
    overall ? `${score(overall[of].mean)} ± ${score(overall[of].deviation)}` : '–';
  const { low = 0, high = 0 } = against?.difference ?? {};
  return [
    method.name,
    spread('precision'),
    spread('recall'),
    spread('f1'),
    against ? `${signed(against.difference.estimate)} [${signed(low)}, ${signed(high)}]` : '',
    against ? `${pValueText(against.pValue)}${against.significant ? ' *' : '  '}` : '',
    String(failedPages(method)),
    String(empty),
    speed && isTimed(method.name) ? speed.mean.toFixed(1) : '–',
  ];
}

export function score(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}

export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

export function pValueText(value: number): string {
  return value < 0.001 ? '<.001' : value.toFixed(3).replace(/^0/, '');
}

export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ');
  return rows.map(row => line(row).trimEnd()).join('\n');
}
