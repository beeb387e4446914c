import { basename } from 'node:path';
import {
  type EvaluationSummary,
  failedPages,
  isTimed,
  type MethodSummary,
  type ScoreSummary,
} from '../evaluation/summary.js';
import { score } from '../evaluation/table.js';

export const SUMMARY_EXPORTS = { csv: summaryCsv, tex: summaryLatex } as const;

const COLUMNS = [
  'corpus',
  'method',
  'version',
  'group',
  'pages',
  'precision',
  'precision_sd',
  'recall',
  'recall_sd',
  'f1',
  'f1_sd',
  'difference_to_best',
  'p',
  'failed',
  'empty',
  'ms_per_page',
] as const;

function summaryCsv(summary: EvaluationSummary): string {
  const corpus = basename(summary.run.corpus);
  const rows = summary.methods.flatMap(method => {
    const { name, version, overall, againstBest, empty, speed } = method;
    const all = [
      againstBest?.difference.estimate,
      againstBest?.pValue,
      failedPages(method),
      empty,
      isTimed(name) ? speed?.mean : undefined,
    ];
    const types = Object.entries(method.types).map(([type, scores]) => [
      ...[corpus, name, version, type],
      ...figures(scores),
    ]);
    return [[corpus, name, version, 'all', ...figures(overall), ...all], ...types];
  });
  const lines = [COLUMNS, ...rows].map(row => COLUMNS.map((_, i) => cell(row[i])).join(','));
  return `${lines.join('\n')}\n`;
}

function figures(scores: ScoreSummary | undefined): (number | undefined)[] {
  if (scores === undefined) return Array.from({ length: 7 });
  const { precision, recall, f1 } = scores;
  return [f1.count, ...[precision, recall, f1].flatMap(({ mean, deviation }) => [mean, deviation])];
}

/** A cell by RFC 4180. Text with a leading sign gets an apostrophe, since spreadsheets would run it as a formula. */
function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(6)));
  const text = /^[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function summaryLatex(summary: EvaluationSummary): string {
  const { methods, run, corpus } = summary;
  const types = Object.keys(summary.types).length > 1 ? Object.keys(summary.types) : [];
  const heads = ['Method', 'Precision', 'Recall', '$F_1$', '$p$', ...types.map(latex)];
  const bests = [
    highest(methods, ({ overall }) => overall?.f1.mean),
    ...types.map(type => highest(methods, method => method.types[type]?.f1.mean)),
  ];
  const rows = methods.map(method => {
    const { name, overall, againstBest, types: byType } = method;
    const means = [overall?.f1.mean, ...types.map(type => byType[type]?.f1.mean)];
    const [f1, ...others] = means.map((mean, i) =>
      mean !== undefined && mean === bests[i] ? `\\textbf{${score(mean)}}` : score(mean),
    );
    const p = againstBest === undefined ? '' : pInLatex(againstBest.pValue);
    return [latex(name), score(overall?.precision.mean), score(overall?.recall.mean), f1!, p, ...others];
  });
  return [
    `% ${basename(run.corpus)}: ${corpus.pages} ${corpus.pages === 1 ? 'page' : 'pages'}, corpus digest ${run.digest}`,
    `\\begin{tabular}{l${'r'.repeat(heads.length - 1)}}`,
    '\\toprule',
    `${heads.join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map(row => `${row.join(' & ')} \\\\`),
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
}

function highest(
  methods: readonly MethodSummary[],
  of: (method: MethodSummary) => number | undefined,
): number {
  return methods.reduce((most, method) => Math.max(most, of(method) ?? -1), -1);
}

function pInLatex(value: number): string {
  return value < 0.001 ? '$<0.001$' : value.toFixed(3);
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function latex(text: string): string {
  return text.replace(/[\\~^&%$#_{}]/g, sign => SPECIAL[sign] ?? `\\${sign}`);
}
