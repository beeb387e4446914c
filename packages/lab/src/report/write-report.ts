import { writeAtomically } from '../corpora/write.js';
import type { Evaluation } from '../evaluation/evaluate.js';
import type { RenderPage } from '../evaluation/method-pool.js';
import { runFiles } from '../evaluation/run-file.js';
import { extractTexts } from '../evaluation/texts.js';
import { renderReport } from './report.js';
import { worstPages } from './worst-pages.js';

export interface ReportOptions {
  /** Number of worst pages per method; 5 by default, 0 for none. */
  readonly worstPages?: number;
  readonly recordings?: string;
  readonly modules?: readonly string[];
  readonly render?: RenderPage;
  readonly signal?: AbortSignal;
}

/**
 * Writes `report.html` to the folder of an evaluation and returns its path. Extracts the worst pages again.
 */
export async function writeReport(evaluation: Evaluation, options: ReportOptions = {}): Promise<string> {
  const { summary, rows, corpus, run, folder } = evaluation;
  const methods = summary.methods.map(({ name }) => name);
  const worst = worstPages(rows, methods, summary.primary, options.worstPages ?? 5);
  const wanted = new Map<string, string[]>();
  for (const { method, row } of worst) wanted.set(row.page, [...(wanted.get(row.page) ?? []), method]);
  const { recordings, modules, signal, render } = options;
  const texts = await extractTexts({
    corpus,
    context: { corpus, ...(recordings === undefined ? {} : { recordings }), ...(modules && { modules }) },
    wanted,
    timeLimit: run.machine.timeLimitSeconds * 1000,
    ...(render && { render }),
    ...(signal === undefined ? {} : { signal }),
  });
  const file = runFiles(folder).report;
  await writeAtomically(file, renderReport({ summary, rows, worst, texts }));
  return file;
}
