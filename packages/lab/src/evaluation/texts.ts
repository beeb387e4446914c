import type { Gold, Page } from '../corpora/corpus.js';
import { readCorpus } from '../corpora/read.js';
import type { ExtractorContext } from '../extractors.js';
import { openMethodPool, type RenderPage } from './method-pool.js';

/** A page's gold and what methods extracted from it. */
export interface PageTexts {
  readonly gold: Gold;
  /** Method → text; empty where it failed. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What `extractTexts` is asked. */
export interface TextsRequest {
  /** Folder of the corpus. */
  readonly corpus: string;
  readonly context: ExtractorContext;
  /** Page → methods. */
  readonly wanted: ReadonlyMap<string, readonly string[]>;
  readonly timeLimit: number;
  /** As the run had it. */
  readonly render?: RenderPage;
  readonly signal?: AbortSignal;
}

/**
 * Extracts some pages again and gives the texts, under the same limits as the run. Rows hold no texts: for a thousand
 * pages and a dozen methods they would take a hundred times the room, and a report shows a few.
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
    // A page that has gone since its row was written cannot be shown, and nothing else depends on it.
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
