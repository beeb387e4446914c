import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CorpusCounts, CorpusProblemKind } from '../corpora/corpus.js';
import { cachedCorpusDigest } from '../corpora/digest.js';
import { locateCorpus } from '../corpora/locate.js';
import { readGold } from '../corpora/read.js';
import { type ExtractorContext, extractorVersion } from '../extractors.js';
import { labVersion } from '../versions.js';
import type { CheckedOptions } from './options.js';
import { mendRows, rowKey } from './rows.js';
import { openRun, type RunFile, runFiles, runName } from './run-file.js';

export interface Plan {
  readonly folder: string;
  readonly corpus: string;
  readonly context: ExtractorContext;
  readonly run: RunFile;
  readonly pages: readonly string[];
  /** Page → methods without a row. Finished pages are not included. */
  readonly pending: ReadonlyMap<string, readonly string[]>;
  readonly resumed: number;
  readonly counts: CorpusCounts;
}

export async function planRun(options: CheckedOptions): Promise<Plan> {
  const corpus = locateCorpus(options.corpus);
  const { recordings, modules, methods } = options;
  const context = {
    corpus,
    ...(recordings === undefined ? {} : { recordings }),
    ...(modules && { modules }),
  };
  // Reject unknown names before reading anything.
  const versions: Record<string, string> = {};
  for (const name of methods) versions[name] = await extractorVersion(name, context);
  const run = await runFileOf(corpus, versions, options);
  const folder = options.out ?? join(options.results ?? 'results', runName(run));
  const { pages, counts } = await listPages(corpus, options);
  await openRun(folder, run, options.start);
  const finished = new Set((await mendRows(runFiles(folder).rows)).map(row => rowKey(row.method, row.page)));
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
  const { limit, ids, lcs, workers, timeLimit, digestCache, render } = options;
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
    ...(limit === undefined ? {} : { limit }),
    ...(idDigest === undefined ? {} : { ids: idDigest }),
    ...(render && { rendered: true }),
    machine: { node: process.version, workers, timeLimitSeconds: timeLimit / 1000 },
  };
}

/** Ids of the pages to evaluate; their bytes are read later. */
async function listPages(
  corpus: string,
  { ids, limit, onProblem }: CheckedOptions,
): Promise<{ pages: string[]; counts: CorpusCounts }> {
  const pages: string[] = [];
  const lines = readGold(corpus, {
    ...(ids === undefined ? {} : { ids }),
    ...(limit === undefined ? {} : { limit }),
    onProblem: problem => onProblem?.(problem),
  });
  let step = await lines.next();
  for (; !step.done; step = await lines.next()) pages.push(step.value.gold.id);
  return { pages, counts: step.value };
}

export function isPageProblem(kind: CorpusProblemKind): boolean {
  return kind === 'missing-html' || kind === 'broken-html';
}
