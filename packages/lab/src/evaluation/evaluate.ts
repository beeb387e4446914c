import type { CorpusCounts, CorpusProblem, Page } from '../corpora/corpus.js';
import { readCorpus } from '../corpora/read.js';
import { writeAtomically } from '../corpora/write.js';
import { openMethodPool } from './method-pool.js';
import { type CheckedOptions, checkedOptions, type EvaluateOptions } from './options.js';
import { isPageProblem, type Plan, planRun } from './plan.js';
import { ProgressMeter } from './progress.js';
import { openRows, readRows } from './rows.js';
import { type RunFile, runFiles } from './run-file.js';
import type { EvaluationRow } from './scoring.js';
import { type EvaluationSummary, summariseRun } from './summary.js';

/** What an evaluation came to. */
export interface Evaluation {
  readonly folder: string;
  /** Folder of the corpus. */
  readonly corpus: string;
  readonly run: RunFile;
  readonly rows: readonly EvaluationRow[];
  readonly summary: EvaluationSummary;
}

/**
 * Runs methods over a corpus in worker threads and writes, in the run's folder, `run.json`, one row a method and page to
 * `rows.ndjson` as it comes, and `summary.json`. What fails on one page is a row, never the end of the run. Stopped and
 * called again it goes on where it was. At most one page a worker is in memory.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const checked = checkedOptions(options);
  checked.signal?.throwIfAborted();
  const plan = await planRun(checked);
  const counts = await workThrough(plan, checked);
  const files = runFiles(plan.folder);
  const { rows } = await readRows(files.rows);
  const summary = summariseRun(rows, plan.run, { ...counts, pages: plan.pages.length });
  await writeAtomically(files.summary, `${JSON.stringify(summary, null, 2)}\n`);
  const { folder, corpus, run } = plan;
  return { folder, corpus, run, rows, summary };
}

/** Gives every pending method and page its row; returns what is wrong with the corpus. */
async function workThrough(plan: Plan, options: CheckedOptions): Promise<CorpusCounts> {
  const { pages, pending, resumed } = plan;
  const { methods } = options;
  const size = { total: pages.length * methods.length, resumed, methods: methods.length };
  const meter = new ProgressMeter(size, options.onProgress);
  const counts: CorpusCounts = { ...plan.counts, problems: { ...plan.counts.problems } };
  const onProblem = (problem: CorpusProblem) => {
    // Problems of lines were told when the pages were listed.
    if (!isPageProblem(problem.kind)) return;
    counts.skipped++;
    counts.problems[problem.kind] = (counts.problems[problem.kind] ?? 0) + 1;
    meter.dropPage(pending.get(problem.id ?? '')?.length ?? 0);
    options.onProblem?.(problem);
  };
  meter.tell();
  const rows = openRows(runFiles(plan.folder).rows);
  try {
    await shareOut(readCorpus(plan.corpus, { ids: pending.keys(), onProblem }), plan, options, row => {
      rows.write(row);
      meter.step(row.failure !== undefined);
    });
  } finally {
    rows.close();
  }
  return counts;
}

/**
 * Takers that each have the next page worked on when they are done with theirs: the reader is asked for a page only when a
 * worker is free for it. The first that cannot go on stops all.
 */
async function shareOut(
  pages: AsyncGenerator<Page, unknown>,
  { pending, context }: Pick<Plan, 'pending' | 'context'>,
  options: CheckedOptions,
  onRow: (row: EvaluationRow) => void,
): Promise<void> {
  const { methods, lcs, timeLimit, signal, render } = options;
  const halt = new AbortController();
  const stop = halt.signal;
  // Not `AbortSignal.any`: in Node 20 it holds a signal with a time limit so loosely that garbage collection ends the limit.
  const follow = () => halt.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  const workers = Math.min(options.workers, pending.size);
  const limits = { workers, timeLimit, ...(render && { render }) };
  const pool = openMethodPool({ methods, context, lcs, texts: false }, limits, stop);
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
  // One that fails halts all, so only a failure after the last page can be left.
  const failed = outcomes.find(outcome => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
