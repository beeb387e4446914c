import type { Gold } from '../corpora/corpus.js';
import type { Extraction } from '../extractor.js';
import { type MetricName, metrics, type Scores } from '../metrics/metrics.js';
import { wordsOf } from '../metrics/words.js';

/** How a method failed on a page: it threw, it was given up after the time limit, or it ended its worker. */
export type FailureKind = 'threw' | 'timed-out' | 'crashed';

/** One method on one page: a line of `rows.ndjson`. */
export interface EvaluationRow {
  readonly method: string;
  /** Id of the page. */
  readonly page: string;
  /** Page type as the corpus names it; `unknown` where it does not. */
  readonly type: string;
  /** The numbers of each metric for which the page has gold. */
  readonly scores: Readonly<Partial<Record<MetricName, Scores>>>;
  /** What the method said of the page's type and of its own result. */
  readonly saidType?: string;
  readonly confidence?: number;
  /** Milliseconds of extraction alone. */
  readonly ms: number;
  /** Words extracted. */
  readonly words: number;
  readonly failure?: FailureKind;
  /** What went wrong, where something did. */
  readonly error?: string;
}

/** Metrics of every row, in linear time each. */
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

/** What a row is made of. */
export interface Outcome {
  readonly method: string;
  readonly extraction: Extraction;
  readonly ms: number;
  readonly failure?: FailureKind;
  readonly error?: string;
}

/**
 * Scores an extraction. A failed one is scored as an empty text: a method that gives up on hard pages must not look
 * better than one that tries, and all methods are compared on the same pages.
 */
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
    ...(saidType === undefined ? {} : { saidType }),
    ...(confidence === undefined ? {} : { confidence }),
    ms: round(ms, 3),
    words: wordsOf(extraction.text).length,
    ...(failure === undefined ? {} : { failure }),
    ...(error === undefined ? {} : { error }),
  };
}

/** The row of a method that gave nothing. */
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

/** Seven digits more than any table shows; keeps lines short. */
function rounded(scores: Scores): Scores {
  return Object.fromEntries(Object.entries(scores).map(([name, value]) => [name, round(value, 7)]));
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
