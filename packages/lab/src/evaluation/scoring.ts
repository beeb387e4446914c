import type { Gold, Page } from '../corpora/corpus.js';
import type { Extraction } from '../extractor.js';
import { type MetricName, metrics, type Scores } from '../metrics/metrics.js';
import { wordsOf } from '../metrics/words.js';

export type FailureKind = 'threw' | 'timed-out' | 'crashed';

export interface EvaluationRow {
  readonly method: string;
  readonly page: string;
  readonly type: string;
  readonly scores: Readonly<Partial<Record<MetricName, Scores>>>;
  /** F1 by kind of Markdown element; absent if it was not scored or either side has no Markdown. */
  readonly structure?: Scores | undefined;
  readonly saidType?: string | undefined;
  readonly confidence?: number | undefined;
  readonly ms: number;
  readonly words: number;
  readonly failure?: FailureKind | undefined;
  readonly error?: string | undefined;
}

const LINEAR_METRICS = ['bag', 'exact', 'shingles', 'snippets', 'regions', 'posts', 'facts', 'type'] as const;

export interface Outcome {
  readonly method: string;
  readonly extraction: Extraction;
  readonly ms: number;
  readonly failure?: FailureKind | undefined;
  readonly error?: string | undefined;
}

type ScoredPage = Gold & Pick<Page, 'markdown'>;

export interface ScoringOptions {
  readonly lcs?: boolean;
  readonly structure?: boolean;
}

/** A failure is scored as an empty text, so that all methods are compared on the same pages. */
export async function scoreRow(
  gold: ScoredPage,
  outcome: Outcome,
  options: ScoringOptions,
): Promise<EvaluationRow> {
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
    type: gold.type ?? gold.suite ?? 'unknown',
    scores,
    structure: options.structure ? await structureOf(gold, extraction) : undefined,
    saidType,
    confidence,
    ms: round(ms, 3),
    words: wordsOf(extraction.text).length,
    failure,
    error,
  };
}

/** The Markdown parser takes long to load, so it is imported only in runs that score structure. */
async function structureOf(gold: ScoredPage, { markdown }: Extraction): Promise<Scores | undefined> {
  if (gold.markdown === undefined || markdown === undefined) return undefined;
  const { structureScores } = await import('../metrics/structure/scores.js');
  const { url, title } = gold;
  return rounded(structureScores({ markdown: gold.markdown, url, title }, markdown));
}

export async function failedRow(
  gold: ScoredPage,
  failure: {
    readonly method: string;
    readonly kind: FailureKind;
    readonly error: string;
    readonly ms: number;
  },
  options: ScoringOptions,
): Promise<EvaluationRow> {
  const { method, kind, error, ms } = failure;
  const extraction = { text: '', markdown: '' };
  return scoreRow(gold, { method, extraction, ms, failure: kind, error }, options);
}

function rounded(scores: Scores): Scores {
  return Object.fromEntries(Object.entries(scores).map(([name, value]) => [name, round(value, 7)]));
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
