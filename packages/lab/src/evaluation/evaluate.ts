import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { CorpusCounts, CorpusProblem, Page } from '../corpora/corpus.js';
import { cachedCorpusDigest } from '../corpora/digest.js';
import { writeAtomically } from '../corpora/files.js';
import { locateCorpus } from '../corpora/locate.js';
import { readCorpus, readGold } from '../corpora/read.js';
import { LabError } from '../errors.js';
import { type ExtractorContext, extractorVersion, trainedOn } from '../extractors.js';
import { labVersion } from '../versions.js';
import { openMethodPool, type RenderPage } from './method-pool.js';
import {
  openRows,
  openRun,
  type RunFile,
  type RunStart,
  readRows,
  repairRows,
  rowKey,
  runFiles,
  runName,
} from './run-folder.js';
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
 * Runs methods over a corpus in worker threads and writes the files of `run-folder.ts`. A failure on a page becomes a
 * row. A stopped run resumes when called again. Memory: one page per worker.
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

async function seenInTraining({ run, context }: Plan): Promise<SeenInTraining> {
  const corpus = { name: basename(run.corpus), digest: run.digest };
  const found = await Promise.all(
    Object.keys(run.methods).map(async name => [name, await trainedOn(name, corpus, context)] as const),
  );
  return Object.fromEntries(found.filter(([, how]) => how !== undefined)) as SeenInTraining;
}

async function evaluatePending(plan: Plan, options: CheckedOptions): Promise<CorpusCounts> {
  const { pages, pending, resumed } = plan;
  const total = pages.length * options.methods.length;
  let done = resumed;
  const advance = (results: number) => {
    done += results;
    options.onProgress?.({ done, total });
  };
  const counts: CorpusCounts = { ...plan.counts, problems: { ...plan.counts.problems } };
  const onProblem = (problem: CorpusProblem) => {
    // Problems with lines of `pages.jsonl` were already reported by `listPages`.
    if (problem.kind !== 'missing-html' && problem.kind !== 'broken-html') return;
    counts.skipped++;
    counts.problems[problem.kind] = (counts.problems[problem.kind] ?? 0) + 1;
    advance(pending.get(problem.id ?? '')?.length ?? 0);
    options.onProblem?.(problem);
  };
  advance(0);
  const rows = openRows(runFiles(plan.folder).rows);
  try {
    const pages = readCorpus(plan.corpus, { ids: pending.keys(), markdown: options.structure, onProblem });
    await distributePages(pages, plan, options, row => {
      rows.write(row);
      advance(1);
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
}

export interface EvaluateOptions {
  readonly corpus: string;
  readonly methods: readonly string[];
  readonly out?: string | undefined;
  /** Parent folder of runs; `results` by default. */
  readonly results?: string | undefined;
  readonly limit?: number | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Also compute the longest common subsequence of characters, which takes longer than most methods. */
  readonly lcs?: boolean | undefined;
  readonly structure?: boolean | undefined;
  /** Milliseconds per page and method; 30,000 by default. */
  readonly timeLimit?: number | undefined;
  /** Number of cores by default. */
  readonly workers?: number | undefined;
  /** `continue` by default: keeps the finished rows of the same run. */
  readonly start?: RunStart | undefined;
  /** Stops the run. Finished rows stay, and the same call resumes. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: EvaluationProgress) => void) | undefined;
  readonly onProblem?: ((problem: CorpusProblem) => void) | undefined;
  readonly recordings?: string | undefined;
  /** Modules that export more methods, such as `methodsModule` of @webpith/papers. */
  readonly modules?: readonly string[] | undefined;
  /** Allows methods that start a program: `cmd: python my.py`. */
  readonly commands?: boolean | undefined;
  /** Renders each page before extraction; methods get its tree with boxes and styles. */
  readonly render?: RenderPage | undefined;
  /** Cache file of corpus digests; in the user's cache folder by default. */
  readonly digestCache?: string | undefined;
}

export function checkedOptions(options: EvaluateOptions) {
  const { methods, timeLimit = 30_000, workers = availableParallelism(), limit } = options;
  if (methods.length === 0) {
    throw new LabError('bad-option', 'No methods given. Name at least one: default, readability, …');
  }
  const twice = methods.find((name, i) => methods.indexOf(name) !== i);
  if (twice !== undefined)
    throw new LabError('bad-option', `The method “${twice}” is given twice. Name it once.`);
  const counts = { timeLimit, workers, limit: limit ?? 1 };
  for (const [name, value] of Object.entries(counts)) {
    if (!Number.isInteger(value) || value < 1) {
      throw new LabError('bad-option', `${name} must be a whole number of at least 1, got ${value}.`);
    }
  }
  const { lcs = false, structure = false, start = 'continue' } = options;
  return { ...options, timeLimit, workers, lcs, structure, start };
}

type CheckedOptions = ReturnType<typeof checkedOptions>;

interface Plan {
  readonly folder: string;
  readonly corpus: string;
  readonly context: ExtractorContext;
  readonly run: RunFile;
  readonly pages: readonly string[];
  readonly pending: ReadonlyMap<string, readonly string[]>;
  readonly resumed: number;
  readonly counts: CorpusCounts;
}

async function planRun(options: CheckedOptions): Promise<Plan> {
  const corpus = locateCorpus(options.corpus);
  if (options.structure && !existsSync(join(corpus, 'gold'))) {
    const message = `${corpus} has no gold Markdown: expected a folder gold/ with <id>.md. Leave --structure out.`;
    throw new LabError('no-corpus', message);
  }
  const { recordings, modules, commands, timeLimit, methods, structure: markdown } = options;
  const context = { corpus, recordings, modules, commands, timeLimit, markdown };
  const versions: Record<string, string> = {};
  for (const name of methods) versions[name] = await extractorVersion(name, context);
  const run = await runFileOf(corpus, versions, options);
  const folder = options.out ?? join(options.results ?? 'results', runName(run));
  const { pages, counts } = await listPages(corpus, options);
  await openRun(folder, run, options.start);
  const finished = new Set(
    (await repairRows(runFiles(folder).rows)).map(row => rowKey(row.method, row.page)),
  );
  const pending = new Map<string, string[]>();
  for (const page of pages) {
    const left = methods.filter(method => !finished.has(rowKey(method, page)));
    if (left.length > 0) pending.set(page, left);
  }
  return { folder, corpus, context, run, pages, pending, resumed: finished.size, counts };
}

async function runFileOf(
  corpus: string,
  methods: Record<string, string>,
  options: CheckedOptions,
): Promise<RunFile> {
  const { limit, ids, lcs, structure, workers, timeLimit, digestCache, render } = options;
  const idDigest =
    ids &&
    createHash('sha256')
      .update([...ids].sort().join('\n'))
      .digest('hex')
      .slice(0, 12);
  return {
    format: 1,
    corpus,
    digest: await cachedCorpusDigest(corpus, digestCache),
    methods,
    scorer: labVersion(['metrics', join('evaluation', 'scoring.js')]),
    lcs,
    structure: structure || undefined,
    limit,
    ids: idDigest,
    rendered: render && true,
    machine: { node: process.version, workers, timeLimitSeconds: timeLimit / 1000 },
  };
}

async function listPages(
  corpus: string,
  { ids, limit, onProblem }: CheckedOptions,
): Promise<{ pages: string[]; counts: CorpusCounts }> {
  const pages: string[] = [];
  const lines = readGold(corpus, { ids, limit, onProblem: problem => onProblem?.(problem) });
  let step = await lines.next();
  for (; !step.done; step = await lines.next()) pages.push(step.value.gold.id);
  return { pages, counts: step.value };
}
