import type { CorpusCounts } from '../corpora/corpus.js';
import { grouped } from '../grouped.js';
import { type MetricName, metrics, type Scores } from '../metrics/metrics.js';
import { type Summary, summarise } from '../statistics/summary.js';
import { type ConfidenceSummary, confidenceSummary } from './confidence.js';
import { type PrimaryMetric, primaryMetric, primaryScore } from './primary.js';
import type { RunFile } from './run-file.js';
import type { EvaluationRow, FailureKind } from './scoring.js';
import { type Comparison, compareMethods } from './significance.js';

export interface ScoreSummary {
  readonly precision: Summary;
  readonly recall: Summary;
  readonly f1: Summary;
}

export interface MethodSummary {
  readonly name: string;
  readonly version: string;
  /** Number of rows, and of rows with gold for the primary metric. */
  readonly pages: number;
  readonly scored: number;
  readonly failures: Readonly<Record<FailureKind, number>>;
  readonly empty: number;
  readonly overall?: ScoreSummary;
  readonly types: Readonly<Record<string, ScoreSummary>>;
  readonly metrics: Readonly<Partial<Record<MetricName, Scores>>>;
  /** Milliseconds per page, without failures. */
  readonly speed?: Summary & { readonly pagesPerSecond: number };
  readonly confidence?: ConfidenceSummary;
  /** Paired comparison with the best method; absent for the best, or with too few pages. */
  readonly againstBest?: Comparison;
}

export interface EvaluationSummary {
  readonly run: RunFile;
  readonly primary: PrimaryMetric;
  readonly corpus: CorpusCounts;
  /** Page type → number of pages, most frequent first. */
  readonly types: Readonly<Record<string, number>>;
  /** By mean F1, best first. */
  readonly methods: readonly MethodSummary[];
}

export function summariseRun(
  rows: readonly EvaluationRow[],
  run: RunFile,
  corpus: CorpusCounts,
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
      return againstBest ? { ...summary, againstBest } : summary;
    }),
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
  const confidence = confidenceSummary(rows, primary);
  return {
    name,
    version: run.methods[name] ?? 'unknown',
    pages: rows.length,
    scored: overall?.f1.count ?? 0,
    failures: countFailures(rows),
    empty: rows.filter(row => row.failure === undefined && row.words === 0).length,
    ...(overall ? { overall } : {}),
    types: byType(rows, primary),
    metrics: allMetrics(rows),
    ...(times ? { speed: { ...times, pagesPerSecond: times.mean > 0 ? 1000 / times.mean : 0 } } : {}),
    ...(confidence ? { confidence } : {}),
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

/** Metrics summarise differently: some add counts, some compute F1 from mean precision and recall. */
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

function countTypes(rows: readonly EvaluationRow[]): Record<string, number> {
  const groups = [...grouped(rows, row => row.type)].map(([type, own]) => [type, own.length] as const);
  return Object.fromEntries(groups.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

export function failedPages({ failures }: MethodSummary): number {
  return failures.threw + failures['timed-out'] + failures.crashed;
}

/** Times of recorded outputs are not the peer's own. */
export function isTimed(method: string): boolean {
  return !method.startsWith('recorded:');
}

/** -1 if nothing was scored, below all others. */
function meanF1({ overall }: MethodSummary): number {
  return overall?.f1.mean ?? -1;
}
