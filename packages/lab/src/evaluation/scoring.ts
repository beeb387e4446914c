import type { Gold } from '../corpora/corpus.js';
import type { Extraction } from '../extractor.js';
import { type MetricName, metrics, type Scores } from '../metrics/metrics.js';
import { wordsOf } from '../metrics/words.js';

/** The method threw, exceeded the time limit, or ended its worker. */
export type FailureKind = 'threw' | 'timed-out' | 'crashed';

export interface EvaluationRow {
  readonly method: string;
  readonly page: string;
  readonly type: string;
  readonly scores: Readonly<Partial<Record<MetricName, Scores>>>;
  readonly saidType?: string | undefined;
  readonly confidence?: number | undefined;
  readonly ms: number;
  readonly words: number;
  readonly failure?: FailureKind | undefined;
  readonly error?: string | undefined;
}

/** Metrics in linear time, computed for every row. */
const LINEAR_METRICS = [
  'bag',
  'exact',
  'shingles',
  'snippets',
  'regions',
  'posts',
  'title',
  'authors',
  'date',
  'facts',
  'type',
] as const;

export interface Outcome {
  readonly method: string;
  readonly extraction: Extraction;
  readonly ms: number;
  readonly failure?: FailureKind | undefined;
  readonly error?: string | undefined;
}

/** A failure is scored as an empty text, so that all methods are compared on the same pages. */
export function scoreRow(gold: Gold, outcome: Outcome, options: { readonly lcs?: boolean }): EvaluationRow {
  const { method, extraction, ms, failure, error } = outcome;
  const names: readonly MetricName[] = options.lcs ? [...LINEAR_METRICS, 'lcs'] : LINEAR_METRICS;
  const scores: Partial<Record<MetricName, Scores>> = {};
  for (const name of names) {
    const score = metrics[name].score(gold, extraction);
    if (score) scores[name] = rounded(score);
  }
  const { confidence, type: saidType } = extraction;
  return {
    method,
    page: gold.id,
    type: gold.type ?? 'unknown',
    scores,
    saidType,
    confidence,
    ms: round(ms, 3),
    words: wordsOf(extraction.text).length,
    failure,
    error,
  };
}

export function failedRow(
  gold: Gold,
  failure: {
    readonly method: string;
    readonly kind: FailureKind;
    readonly error: string;
    readonly ms: number;
  },
  options: { readonly lcs?: boolean },
): EvaluationRow {
  const { method, kind, error, ms } = failure;
  return scoreRow(gold, { method, extraction: { text: '' }, ms, failure: kind, error }, options);
}

function rounded(scores: Scores): Scores {
  return Object.fromEntries(Object.entries(scores).map(([name, value]) => [name, round(value, 7)]));
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
