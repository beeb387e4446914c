import type { Gold, Page } from '../corpora/corpus.js';
import { readCorpus } from '../corpora/read.js';
import type { ExtractorContext } from '../extractors.js';
import { openMethodPool, type RenderPage } from './method-pool.js';

export interface PageTexts {
  readonly gold: Gold;
  /** Method → text; empty after a failure. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface TextsRequest {
  readonly corpus: string;
  readonly context: ExtractorContext;
  readonly wanted: ReadonlyMap<string, readonly string[]>;
  readonly timeLimit: number;
  readonly render?: RenderPage;
  readonly signal?: AbortSignal;
}

/**
 * Extracts selected pages again, under the limits of the run. Rows have no texts: these would take a hundred
 * times the space, and a report shows few of them.
 */
export async function extractTexts(request: TextsRequest): Promise<Map<string, PageTexts>> {
  const { corpus, context, wanted, timeLimit, signal, render } = request;
  const methods = [...new Set([...wanted.values()].flat())];
  const found = new Map<string, PageTexts>();
  if (methods.length === 0) return found;
  const stop = signal ?? new AbortController().signal;
  const limits = { workers: 1, timeLimit, ...(render && { render }) };
  const pool = openMethodPool({ methods, context, lcs: false, texts: true }, limits, stop);
  try {
    for await (const page of readCorpus(corpus, { ids: wanted.keys(), onProblem: () => undefined })) {
      const texts = new Map<string, string>();
      await pool.work(page, wanted.get(page.id) ?? [], (row, text) => texts.set(row.method, text));
      found.set(page.id, { gold: withoutBytes(page), texts });
    }
  } finally {
    await pool.close();
  }
  return found;
}

function withoutBytes({ html: _, ...gold }: Page): Gold {
  return gold;
}
