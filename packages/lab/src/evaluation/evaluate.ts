import { basename } from 'node:path';
import type { CorpusCounts, CorpusProblem, Page } from '../corpora/corpus.js';
import { writeAtomically } from '../corpora/files.js';
import { readCorpus } from '../corpora/read.js';
import { trainedOn } from '../extractors.js';
import { openMethodPool } from './method-pool.js';
import {
  type CheckedOptions,
  checkedOptions,
  type EvaluateOptions,
  isPageProblem,
  type Plan,
  planRun,
} from './plan.js';
import { openRows, type RunFile, readRows, runFiles } from './run-folder.js';
import type { EvaluationRow } from './scoring.js';
import { type EvaluationSummary, type SeenInTraining, summariseRun } from './summary.js';

export interface Evaluation {
  readonly folder: string;
  readonly corpus: string;
  readonly run: RunFile;
  readonly rows: readonly EvaluationRow[];
  readonly summary: EvaluationSummary;
}

/**
 * Runs methods over a corpus in worker threads. Writes `run.json`, `rows.ndjson` (one row per method and
 * page, as they finish) and `summary.json` to the run's folder. A failure on a page becomes a row. A stopped
 * run resumes when called again. Memory: one page per worker.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const checked = checkedOptions(options);
  checked.signal?.throwIfAborted();
  const plan = await planRun(checked);
  const counts = await evaluatePending(plan, checked);
  const files = runFiles(plan.folder);
  const { rows } = await readRows(files.rows);
  const seen = await seenInTraining(plan);
  const summary = summariseRun(rows, plan.run, { ...counts, pages: plan.pages.length }, seen);
  await writeAtomically(files.summary, `${JSON.stringify(summary, null, 2)}\n`);
  const { folder, corpus, run } = plan;
  return { folder, corpus, run, rows, summary };
}

/** The methods whose shipped models were trained on the corpus, or on another version of it. */
async function seenInTraining({ run, context }: Plan): Promise<SeenInTraining> {
  const corpus = { name: basename(run.corpus), digest: run.digest };
  const found = await Promise.all(
    Object.keys(run.methods).map(async name => [name, await trainedOn(name, corpus, context)] as const),
  );
  return Object.fromEntries(found.filter(([, how]) => how !== undefined)) as SeenInTraining;
}

async function evaluatePending(plan: Plan, options: CheckedOptions): Promise<CorpusCounts> {
  const { pages, pending, resumed } = plan;
  const { methods } = options;
  const size = { total: pages.length * methods.length, resumed, methods: methods.length };
  const meter = new ProgressMeter(size, options.onProgress);
  const counts: CorpusCounts = { ...plan.counts, problems: { ...plan.counts.problems } };
  const onProblem = (problem: CorpusProblem) => {
    // Problems with lines of `pages.jsonl` were already reported by `listPages`.
    if (!isPageProblem(problem.kind)) return;
    counts.skipped++;
    counts.problems[problem.kind] = (counts.problems[problem.kind] ?? 0) + 1;
    meter.dropPage(pending.get(problem.id ?? '')?.length ?? 0);
    options.onProblem?.(problem);
  };
  meter.notify();
  const rows = openRows(runFiles(plan.folder).rows);
  try {
    const pages = readCorpus(plan.corpus, { ids: pending.keys(), markdown: options.structure, onProblem });
    await distributePages(pages, plan, options, row => {
      rows.write(row);
      meter.step(row.failure !== undefined);
    });
  } finally {
    rows.close();
  }
  return counts;
}

/** Runs one loop per worker; each reads a page when its worker is free. The first error stops all loops. */
async function distributePages(
  pages: AsyncGenerator<Page, unknown>,
  { pending, context }: Pick<Plan, 'pending' | 'context'>,
  options: CheckedOptions,
  onRow: (row: EvaluationRow) => void,
): Promise<void> {
  const { methods, lcs, structure, timeLimit, signal, render } = options;
  const halt = new AbortController();
  const stop = halt.signal;
  // Not `AbortSignal.any`: in Node 20 it references its sources weakly, so a timeout signal may be
  // garbage-collected before it fires.
  const follow = () => halt.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  const workers = Math.min(options.workers, pending.size);
  const limits = { workers, timeLimit, render };
  const pool = openMethodPool({ methods, context, lcs, structure, texts: false }, limits, stop);
  const takePages = async () => {
    try {
      for (let step = await pages.next(); !step.done; step = await pages.next()) {
        stop.throwIfAborted();
        await pool.work(step.value, pending.get(step.value.id) ?? [], onRow);
      }
    } catch (error) {
      halt.abort(error);
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, takePages));
  await pool.close();
  signal?.removeEventListener('abort', follow);
  await pages.return(undefined);
  stop.throwIfAborted();
  const failed = outcomes.find(outcome => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

export interface EvaluationProgress {
  /** Finished rows, including those of earlier runs. */
  readonly done: number;
  readonly total: number;
  readonly failures: number;
  /** Whole pages per second (all methods) since this start. */
  readonly pagesPerSecond: number;
  readonly secondsLeft?: number | undefined;
}

type RunSize = Readonly<Record<'total' | 'resumed' | 'methods', number>>;

class ProgressMeter {
  readonly #size: RunSize;
  readonly #listener: ((progress: EvaluationProgress) => void) | undefined;
  readonly #begun = performance.now();
  #done: number;
  #failures = 0;

  constructor(size: RunSize, listener?: (progress: EvaluationProgress) => void) {
    this.#size = size;
    this.#done = size.resumed;
    this.#listener = listener;
  }

  step(failed: boolean): void {
    this.#done++;
    if (failed) this.#failures++;
    this.notify();
  }

  dropPage(results: number): void {
    this.#done += results;
    this.notify();
  }

  notify(): void {
    if (!this.#listener) return;
    const { total, resumed, methods } = this.#size;
    const seconds = (performance.now() - this.#begun) / 1000;
    const rate = seconds > 0 ? (this.#done - resumed) / seconds : 0;
    this.#listener({
      done: this.#done,
      total,
      failures: this.#failures,
      pagesPerSecond: rate / methods,
      secondsLeft: rate > 0 ? (total - this.#done) / rate : undefined,
    });
  }
}
