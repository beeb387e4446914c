import { describe, expect, it } from 'vitest';
import type { RunFile } from '../evaluation/run-folder.js';
import type { EvaluationRow } from '../evaluation/scoring.js';
import { summariseRun } from '../evaluation/summary.js';
import { SUMMARY_EXPORTS } from './exports.js';

const run: RunFile = {
  format: 1,
  corpus: 'corpora/tiny',
  digest: 'd1',
  methods: { weak_one: '1', '=strong, "mine"': '2' },
  scorer: 's',
  lcs: false,
  machine: { node: 'v20', workers: 1, timeLimitSeconds: 30 },
};
const row = (method: string, page: string, f1: number, type: string): EvaluationRow => ({
  method,
  page,
  type,
  scores: { bag: { precision: f1, recall: f1, f1 } },
  ms: 10,
  words: 5,
});
const strong = '=strong, "mine"';
const summary = summariseRun(
  [
    row('weak_one', 'a', 0.25, 'article'),
    row('weak_one', 'b', 0.5, 'forum'),
    row(strong, 'a', 0.75, 'article'),
    row(strong, 'b', 1, 'forum'),
  ],
  run,
  { pages: 2, skipped: 0, problems: {} },
);

describe('the table of an evaluation', () => {
  it('as CSV has one row per method and group, and no cell that a spreadsheet executes', () => {
    const [head, ...lines] = SUMMARY_EXPORTS.csv(summary).trimEnd().split('\n');
    expect(head).toMatch(/^corpus,method,version,group,pages,precision,precision_sd,/);
    expect(lines[0]).toMatch(/^tiny,"'=strong, ""mine""",2,all,2,0.875,/);
    expect(lines.map(line => line.replace(/,"[^\n]*?",2,/, ',strong,2,').split(',')[3])).toEqual([
      'all',
      'article',
      'forum',
      'all',
      'article',
      'forum',
    ]);
    expect(lines[3]).toMatch(/^tiny,weak_one,1,all,2,0\.375,.*,-0\.5,/);
  });

  it('as LaTeX has the best F1 in bold and special characters escaped', () => {
    const latex = SUMMARY_EXPORTS.tex(summary);
    expect(latex).toContain('\\begin{tabular}{lrrrrrr}');
    expect(latex).toContain(
      '=strong, "mine" & 0.875 & 0.875 & \\textbf{0.875} &  & \\textbf{0.750} & \\textbf{1.000} \\\\',
    );
    expect(latex).toMatch(/weak\\_one & 0\.375 & 0\.375 & 0\.375 & .* & 0\.250 & 0\.500 \\\\/);
    expect(latex).toContain('2 pages, corpus digest d1');
  });
});
