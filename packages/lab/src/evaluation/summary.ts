import { mean } from 'simple-statistics';
import type { CorpusCounts } from '../corpora/corpus.js';
import { type Calibration, calibration, type Stated } from '../metrics/calibration.js';
import { type MetricName, metrics, type Scores } from '../metrics/metrics.js';
import { f1Of, type PrecisionRecall, snippetScores } from '../metrics/overlap.js';
import { STRUCTURE_KINDS, type StructureKind } from '../metrics/structure/kinds.js';
import { bootstrapDifference, type Interval } from '../statistics/bootstrap.js';
import { pairedTTest } from '../statistics/significance.js';
import { grouped, type Summary, summarise } from '../statistics/summary.js';
import type { RunFile } from './run-folder.js';
import type { EvaluationRow, FailureKind } from './scoring.js';

/** The metric that ranks methods: `bag` if the corpus has gold texts, `snippets` if it has only snippets. */
export type PrimaryMetric = 'bag' | 'snippets';

export const PRIMARY_TITLES: Readonly<Record<PrimaryMetric, string>> = {
  bag: 'bag of words',
  snippets: 'snippets',
};

function primaryMetric(rows: readonly EvaluationRow[]): PrimaryMetric {
  return rows.some(row => row.scores.bag) || !rows.some(row => row.scores.snippets) ? 'bag' : 'snippets';
}

export function primaryScore(row: EvaluationRow, primary: PrimaryMetric): PrecisionRecall | undefined {
  return primary === 'bag' ? ofWords(row) : ofSnippets(row);
}

function ofWords({ scores }: EvaluationRow): PrecisionRecall | undefined {
  const { precision = 0, recall = 0, f1 = 0 } = scores.bag ?? {};
  return scores.bag && { precision, recall, f1 };
}

/** Undefined without required snippets. Precision is 0 if nothing was found and nothing was wrong. */
function ofSnippets({ scores }: EvaluationRow): PrecisionRecall | undefined {
  const { found = 0, missed = 0, wrong = 0, avoided = 0 } = scores.snippets ?? {};
  if (found + missed === 0) return undefined;
  const { precision, recall } = snippetScores([{ found, missed, wrong, avoided }]);
  return { precision, recall, f1: f1Of(precision, recall) };
}

export type ScoreSummary = Readonly<Record<keyof PrecisionRecall, Summary>>;

export interface MethodSummary {
  readonly name: string;
  readonly version: string;
  readonly pages: number;
  readonly scored: number;
  readonly failures: Readonly<Record<FailureKind, number>>;
  readonly firstFailure?: { readonly page: string; readonly error: string } | undefined;
  readonly training?: 'seen' | 'maybe' | undefined;
  readonly empty: number;
  readonly overall?: ScoreSummary | undefined;
  readonly types: Readonly<Record<string, ScoreSummary>>;
  readonly metrics: Readonly<Partial<Record<MetricName, Scores>>>;
  readonly speed?: (Summary & { readonly pagesPerSecond: number }) | undefined;
  readonly confidence?: ConfidenceSummary | undefined;
  /** Paired comparison with the best method; absent for the best, or with too few pages. */
  readonly againstBest?: Comparison | undefined;
}

export type SeenInTraining = Readonly<Record<string, 'seen' | 'maybe'>>;

export interface EvaluationSummary {
  readonly run: RunFile;
  readonly primary: PrimaryMetric;
  readonly corpus: CorpusCounts;
  readonly types: Readonly<Record<string, number>>;
  readonly methods: readonly MethodSummary[];
  readonly structure?: readonly StructureSummary[] | undefined;
}

export function summariseRun(
  rows: readonly EvaluationRow[],
  run: RunFile,
  corpus: CorpusCounts,
  seen: SeenInTraining = {},
): EvaluationSummary {
  const primary = primaryMetric(rows);
  const byMethod = new Map<string, EvaluationRow[]>(Object.keys(run.methods).map(name => [name, []]));
  for (const row of rows) byMethod.get(row.method)?.push(row);
  const ranked = [...byMethod]
    .map(([name, own]) => ({ own, summary: summariseMethod(name, own, run, primary) }))
    .sort((a, b) => meanF1(b.summary) - meanF1(a.summary));
  const best = ranked[0]?.own ?? [];
  return {
    run,
    primary,
    corpus,
    types: countTypes(best),
    methods: ranked.map(({ own, summary }) => {
      const againstBest = own === best ? undefined : compareMethods(own, best, primary);
      return { ...summary, training: seen[summary.name], againstBest };
    }),
    structure: summariseStructure(rows, Object.keys(run.methods)),
  };
}

function summariseMethod(
  name: string,
  rows: readonly EvaluationRow[],
  run: RunFile,
  primary: PrimaryMetric,
): MethodSummary {
  const overall = scoreSummary(rows, primary);
  const times = summarise(rows.filter(row => row.failure === undefined).map(row => row.ms));
  return {
    name,
    version: run.methods[name] ?? 'unknown',
    pages: rows.length,
    scored: overall?.f1.count ?? 0,
    failures: countFailures(rows),
    firstFailure: firstFailure(rows),
    empty: rows.filter(row => row.failure === undefined && row.words === 0).length,
    overall,
    types: byType(rows, primary),
    metrics: allMetrics(rows),
    speed: times && { ...times, pagesPerSecond: times.mean > 0 ? 1000 / times.mean : 0 },
    confidence: confidenceSummary(rows, primary),
  };
}

function scoreSummary(rows: readonly EvaluationRow[], primary: PrimaryMetric): ScoreSummary | undefined {
  const scores = rows.map(row => primaryScore(row, primary)).filter(score => score !== undefined);
  const precision = summarise(scores.map(score => score.precision));
  const recall = summarise(scores.map(score => score.recall));
  const f1 = summarise(scores.map(score => score.f1));
  return precision && recall && f1 && { precision, recall, f1 };
}

function byType(rows: readonly EvaluationRow[], primary: PrimaryMetric): Record<string, ScoreSummary> {
  const groups = grouped(rows, row => row.type);
  const summaries = [...groups].map(([type, own]) => [type, scoreSummary(own, primary)] as const);
  return Object.fromEntries(
    summaries.filter((entry): entry is [string, ScoreSummary] => entry[1] !== undefined),
  );
}

function allMetrics(rows: readonly EvaluationRow[]): Partial<Record<MetricName, Scores>> {
  const summary: Partial<Record<MetricName, Scores>> = {};
  for (const name of Object.keys(metrics) as MetricName[]) {
    const scores = rows.map(row => row.scores[name]).filter(score => score !== undefined);
    if (scores.length > 0) summary[name] = { ...metrics[name].summarise(scores), pages: scores.length };
  }
  return summary;
}

function countFailures(rows: readonly EvaluationRow[]): Record<FailureKind, number> {
  const counts: Record<FailureKind, number> = { threw: 0, 'timed-out': 0, crashed: 0 };
  for (const { failure } of rows) if (failure) counts[failure]++;
  return counts;
}

function firstFailure(rows: readonly EvaluationRow[]): MethodSummary['firstFailure'] {
  const row = rows.find(({ failure }) => failure !== undefined);
  return row && { page: row.page, error: row.error ?? row.failure! };
}

function countTypes(rows: readonly EvaluationRow[]): Record<string, number> {
  const groups = [...grouped(rows, row => row.type)].map(([type, own]) => [type, own.length] as const);
  return Object.fromEntries(groups.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

export function failedPages({ failures }: MethodSummary): number {
  return failures.threw + failures['timed-out'] + failures.crashed;
}

/** False for recorded outputs: replaying them does not measure the peer. */
export function isTimed(method: string): boolean {
  return !method.startsWith('recorded:');
}

function meanF1({ overall }: MethodSummary): number {
  return overall?.f1.mean ?? -1;
}

interface ConfidenceSummary extends Calibration {
  readonly pages: number;
  readonly wellExtracted: number;
}

/** Minimum F1 of a well extracted page: a caption or byline may be missing or too many, but not a paragraph. */
const WELL_EXTRACTED_F1 = 0.95;

function confidenceSummary(
  rows: readonly EvaluationRow[],
  primary: PrimaryMetric,
): ConfidenceSummary | undefined {
  const stated: Stated[] = [];
  for (const row of rows) {
    const f1 = primaryScore(row, primary)?.f1;
    const { confidence } = row;
    // Third-party methods may return values outside [0, 1]: ignore them.
    if (f1 === undefined || confidence === undefined || !(confidence >= 0 && confidence <= 1)) continue;
    stated.push({ confidence, correct: f1 >= WELL_EXTRACTED_F1 });
  }
  if (stated.length === 0) return undefined;
  return { ...calibration(stated), pages: stated.length, wellExtracted: WELL_EXTRACTED_F1 };
}

/** Significance level: paper 003, section 5.3.2. */
const SIGNIFICANCE_LEVEL = 0.05;

interface Comparison {
  readonly pages: number;
  readonly difference: Interval;
  readonly pValue: number;
  readonly significant: boolean;
}

function compareMethods(
  own: readonly EvaluationRow[],
  other: readonly EvaluationRow[],
  primary: PrimaryMetric,
): Comparison | undefined {
  const others = new Map(other.map(row => [row.page, primaryScore(row, primary)?.f1]));
  const pairs: [number, number][] = [];
  for (const row of own) {
    const first = primaryScore(row, primary)?.f1;
    const second = others.get(row.page);
    if (first !== undefined && second !== undefined) pairs.push([first, second]);
  }
  if (pairs.length < 2) return undefined;
  const first = pairs.map(pair => pair[0]);
  const second = pairs.map(pair => pair[1]);
  const { pValue } = pairedTTest(first, second);
  const difference = bootstrapDifference(first, second);
  return { pages: pairs.length, difference, pValue, significant: pValue < SIGNIFICANCE_LEVEL };
}

export interface StructureSummary {
  /** Type or suite of the pages; absent if all have the same. */
  readonly group?: string | undefined;
  readonly kind: StructureKind;
  readonly pages: number;
  readonly means: Readonly<Record<string, number>>;
  /** Method → mean of first method − method, paired by page; absent for a single page. */
  readonly differences: Readonly<Record<string, Interval>>;
}

export function summariseStructure(
  rows: readonly EvaluationRow[],
  methods: readonly string[],
): StructureSummary[] | undefined {
  const scored = rows.filter(row => row.structure !== undefined);
  if (scored.length === 0) return undefined;
  const groups = [...grouped(scored, row => row.type)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.flatMap(([group, own]) =>
    STRUCTURE_KINDS.flatMap(kind => {
      const summary = summariseKind(kind, own, methods);
      return summary ? [groups.length > 1 ? { group, ...summary } : summary] : [];
    }),
  );
}

function summariseKind(
  kind: StructureKind,
  rows: readonly EvaluationRow[],
  methods: readonly string[],
): StructureSummary | undefined {
  const scores = new Map<string, Map<string, number>>();
  for (const { method, page, structure } of rows) {
    const f1 = structure?.[kind];
    if (f1 === undefined) continue;
    const ofMethod = scores.get(method) ?? new Map<string, number>();
    scores.set(method, ofMethod.set(page, f1));
  }
  const pages = new Set([...scores.values()].flatMap(ofMethod => [...ofMethod.keys()])).size;
  if (pages === 0) return undefined;
  const known = methods.filter(method => scores.has(method));
  const means = known.map(method => [method, mean([...scores.get(method)!.values()])] as const);
  const [first, ...others] = known;
  const differences = others.flatMap(other => {
    const interval = difference(scores.get(first!)!, scores.get(other)!);
    return interval ? [[other, interval] as const] : [];
  });
  return { kind, pages, means: Object.fromEntries(means), differences: Object.fromEntries(differences) };
}

function difference(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
): Interval | undefined {
  const shared = [...first.keys()].filter(page => second.has(page));
  if (shared.length < 2) return undefined;
  return bootstrapDifference(
    shared.map(page => first.get(page)!),
    shared.map(page => second.get(page)!),
  );
}
