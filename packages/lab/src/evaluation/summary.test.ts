import { describe, expect, it } from 'vitest';
import { structureParts } from '../report/structure.js';
import type { RunFile } from './run-folder.js';
import type { EvaluationRow } from './scoring.js';
import { summariseRun } from './summary.js';
import { pValueText, signed, summaryTable } from './table.js';

const run: RunFile = {
  format: 1,
  corpus: 'tiny',
  digest: 'd',
  methods: { weak: '1', strong: '2' },
  scorer: 's',
  lcs: false,
  machine: { node: 'v20', workers: 1, timeLimitSeconds: 30 },
};

function row(method: string, page: string, f1: number, fields: Partial<EvaluationRow> = {}): EvaluationRow {
  const scores = { bag: { precision: f1, recall: f1, f1 } };
  return { method, page, type: 'article', scores, ms: 10, words: 5, ...fields };
}

const rows = [
  row('weak', 'a', 0.2, { ms: 10 }),
  row('weak', 'b', 0.4, { ms: 30 }),
  row('weak', 'c', 0.9, { type: 'forum', ms: 20 }),
  row('weak', 'd', 0, { type: 'forum', failure: 'timed-out', error: 'gave nothing', ms: 30_000, words: 0 }),
  row('strong', 'a', 0.6, { confidence: 0.9 }),
  row('strong', 'b', 0.8, { confidence: 0.9 }),
  row('strong', 'c', 1, { type: 'forum', confidence: 0.9 }),
  row('strong', 'd', 1, { type: 'forum', confidence: 0.9, words: 0 }),
];
const summary = summariseRun(rows, run, { pages: 4, skipped: 1, problems: { 'broken-line': 1 } });
const [strong, weak] = summary.methods;

describe('summariseRun', () => {
  it('ranks by mean F1, with the expected mean and deviation', () => {
    expect([strong?.name, weak?.name]).toEqual(['strong', 'weak']);
    // (0.2 + 0.4 + 0.9 + 0) / 4; squares of the differences 0.030625 + 0.000625 + 0.275625 + 0.140625 = 0.4475 over 3.
    expect(weak?.overall?.f1.mean).toBeCloseTo(0.375, 12);
    expect(weak?.overall?.f1.deviation).toBeCloseTo(Math.sqrt(0.4475 / 3), 12);
    expect(strong?.overall?.precision.mean).toBeCloseTo(0.85, 12);
    expect(strong?.overall?.recall.median).toBeCloseTo(0.9, 12);
  });

  it('counts failures as empty pages and excludes their time', () => {
    expect(weak).toMatchObject({
      pages: 4,
      scored: 4,
      empty: 0,
      failures: { threw: 0, 'timed-out': 1, crashed: 0 },
    });
    expect(weak?.speed).toMatchObject({ count: 3, mean: 20, pagesPerSecond: 50 });
    expect(strong?.empty).toBe(1);
  });

  it('shows the first error of a method, and warns of corpora seen in training', () => {
    const seen = summariseRun(
      rows,
      run,
      { pages: 4, skipped: 0, problems: {} },
      { strong: 'seen', weak: 'maybe' },
    );
    const table = summaryTable(seen);
    expect(table).toContain('weak failed on 1 of 4 pages; the first, d: gave nothing');
    expect(table).toMatch(/warning: the model of strong was trained on this corpus; .* unseen pages/);
    expect(table).toContain('warning: the model of weak was trained on a corpus of this name');
    expect(summaryTable(summary)).not.toContain('warning');
  });

  it('splits by page type', () => {
    expect(summary.types).toEqual({ article: 2, forum: 2 });
    expect(weak?.types.article?.f1.mean).toBeCloseTo(0.3, 12);
    expect(weak?.types.forum?.f1.mean).toBeCloseTo(0.45, 12);
  });

  it('tests each method against the best, page by page', () => {
    // Differences −0.4, −0.4, −0.1, −1: mean −0.475, s² = 0.4275 / 3, t = −0.475 / (s / 2) = −2.5166, 3 degrees.
    expect(weak?.againstBest?.difference.estimate).toBeCloseTo(-0.475, 12);
    expect(weak?.againstBest?.pValue).toBeCloseTo(0.0864, 3);
    expect(weak?.againstBest).toMatchObject({ pages: 4, significant: false });
    expect(weak!.againstBest!.difference.low).toBeLessThan(-0.475);
    expect(strong!.againstBest).toBeUndefined();
  });

  it('computes the calibration of the confidence', () => {
    // Two of four pages reach 0.95: accuracy 0.5 at a confidence of 0.9.
    expect(strong?.confidence).toMatchObject({ pages: 4, wellExtracted: 0.95 });
    expect(strong?.confidence?.ece).toBeCloseTo(0.4, 12);
    expect(weak!.confidence).toBeUndefined();
  });

  it('ranks by snippets if the corpus has no texts', () => {
    const snippets = { found: 1, missed: 1, wrong: 0, avoided: 2 };
    const only = [row('weak', 'a', 0, { scores: { snippets } }), row('strong', 'a', 0, { scores: {} })];
    const { primary, methods } = summariseRun(only, run, { pages: 1, skipped: 0, problems: {} });
    expect(primary).toBe('snippets');
    // P = 1, R = 1/2.
    expect(methods[0]).toMatchObject({ name: 'weak', overall: { f1: { mean: 2 / 3 } } });
    expect(methods[1]!.overall).toBeUndefined();
  });

  it('handles a run without rows', () => {
    const { methods } = summariseRun([], run, { pages: 0, skipped: 0, problems: {} });
    expect(methods.map(({ pages, scored }) => [pages, scored])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(summaryTable(summariseRun([], run, { pages: 0, skipped: 0, problems: {} }))).toContain('–');
  });
});

describe('structure', () => {
  const scored = (method: string, page: string, headings: number, type = 'article') => ({
    ...row(method, page, 0, { type, structure: { headings } }),
    scores: {},
  });
  const structured = [
    scored('weak', 'a', 0.25),
    scored('strong', 'a', 1),
    scored('weak', 'b', 0.5),
    scored('strong', 'b', 0.75),
    { ...row('weak', 'c', 0), structure: { tables: 1 }, scores: {} },
  ];
  const counts = { pages: 3, skipped: 0, problems: {} };

  it('has means and paired differences of the first method by kind of element', () => {
    const { structure } = summariseRun(structured, run, counts);
    expect(structure).toMatchObject([
      { kind: 'headings', pages: 2, means: { weak: 0.375, strong: 0.875 } },
      { kind: 'tables', pages: 1, means: { weak: 1 }, differences: {} },
    ]);
    const { estimate, low, high } = structure![0]!.differences.strong!;
    expect([estimate, low, high]).toEqual([-0.5, -0.75, -0.25]);
    expect(summary.structure).toBeUndefined();
  });

  it('replaces the table of texts if the corpus has no gold texts', () => {
    const table = summaryTable(summariseRun([...structured, scored('weak', 'd', 1, 'forum')], run, counts));
    expect(table).not.toContain('precision');
    expect(table).toMatch(/^article: headings +2 +0\.375 +0\.875$/m);
    expect(table).toMatch(/^forum: headings +1 +1\.000 +–$/m);
  });

  it('is written as tables with the best method in bold', () => {
    const { scores, differences } = structureParts(summariseRun(structured, run, counts));
    expect(scores).toContain('| all | headings | 2 | 0.375 | **0.875** |');
    expect(differences).toContain('| all | headings | 2 | −0.500 (−0.750 to −0.250) |');
    expect(differences).toContain('| all | tables | 1 | – |');
  });
});

describe('summaryTable', () => {
  it('lists methods, best first, with types, failures and significance', () => {
    const lines = summaryTable(summary).split('\n');
    expect(lines[0]).toContain('tiny: 4 pages, 1 skipped; bag of words');
    expect(lines[2]).toMatch(/^method +precision +recall +F1/);
    expect(lines[3]).toMatch(/^strong +0\.850 ± 0\.191/);
    expect(lines[4]).toMatch(/^weak +.* −0\.475 \[−\d\.\d{3}, −\d\.\d{3}\] +\.086 +1 +0 +20\.0$/);
    expect(lines.find(line => line.startsWith('F1 by page type'))).toContain('article (2)  forum (2)');
  });

  it('has a line per method and metadata field: right, loosely, wrong and missing', () => {
    const facts = (right: number, loose: number, given: number) => ({
      'date right': right,
      'date loose': loose,
      'date given': given,
    });
    const dated = (page: string, own: Record<string, number>, method = 'strong') =>
      row(method, page, 1, { scores: { facts: own } });
    // Right; wrong, but loosely right; wrong; missing.
    const met = [facts(1, 1, 1), facts(0, 1, 1), facts(0, 0, 1), facts(0, 0, 0)];
    const table = summaryTable(
      summariseRun(
        met.flatMap((own, i) => [dated(`p${i}`, own), dated(`p${i}`, facts(0, 0, 0), 'weak')]),
        run,
        { pages: 4, skipped: 0, problems: {} },
      ),
    );
    expect(table).toMatch(/^metadata +right +loosely +wrong +missing$/m);
    expect(table).toMatch(/^strong: date +0\.250 +0\.500 +0\.500 +0\.250$/m);
    expect(table).not.toContain('strong: title');
    expect(table).not.toContain('weak: date'); // returns none
  });

  it('formats small numbers readably', () => {
    expect([pValueText(0.0004), pValueText(0.0449), pValueText(1)]).toEqual(['<.001', '.045', '1.000']);
    expect([signed(-0.5), signed(0)]).toEqual(['−0.500', '+0.000']);
  });
});
