import { join } from 'node:path';
import { type Death, Pool } from '@webpith/threads';
import type { PageTree } from 'webpith/stages';
import type { Gold, Page } from '../corpora/corpus.js';
import { readCorpus } from '../corpora/read.js';
import { LabError, type LabErrorCode } from '../errors.js';
import type { ExtractorContext } from '../extractors.js';
import { builtLab } from '../versions.js';
import { type EvaluationRow, failedRow } from './scoring.js';
import { messageOf, type PageTask, type RowMessage, type WorkerSetup } from './worker.js';

/** Ten times the memory that any of our methods needs. A method that exceeds it loses its worker; the run continues. */
const WORKER_MEMORY_MB = 2048;

type OnRow = (row: EvaluationRow, text: string) => void;

export type RenderPage = (page: Page) => Promise<PageTree>;

interface PoolLimits {
  readonly workers: number;
  readonly timeLimit: number;
  readonly render?: RenderPage | undefined;
}

interface MethodPool {
  work(page: Page, methods: readonly string[], onRow: OnRow): Promise<void>;
  close(): Promise<void>;
}

/** A worker that hangs or dies is replaced. Its method gets a failed row; the other methods of the page still run. */
export function openMethodPool(
  setup: WorkerSetup,
  { workers, timeLimit, render }: PoolLimits,
  signal: AbortSignal,
): MethodPool {
  const pool = new Pool({
    file: join(builtLab, 'evaluation', 'worker.js'),
    data: setup,
    threads: workers,
    timeLimit,
    memoryLimit: WORKER_MEMORY_MB,
    falseStarts: 1,
    // Output of the methods would mix with the printed table.
    isQuiet: true,
  });
  const close = () => {
    signal.removeEventListener('abort', close);
    return pool.close();
  };
  signal.addEventListener('abort', close);
  return {
    close,
    async work(given, methods, onRow) {
      const page = await rendered(given, render).catch(async (error: unknown) => {
        const outcome = {
          kind: 'threw',
          error: `could not be rendered: ${messageOf(error)}`,
          ms: 0,
        } as const;
        for (const method of methods) onRow(await failedRow(given, { method, ...outcome }, setup), '');
      });
      if (!page) return;
      const left = [...methods];
      let begun = 0;
      const take: OnRow = (row, text) => {
        left.shift();
        begun = performance.now();
        onRow(row, text);
      };
      const onMessage = ({ row, text = '' }: RowMessage) => signal.aborted || take(row, text);
      while (left.length > 0) {
        signal.throwIfAborted();
        const make = () => {
          begun = performance.now();
          return [{ page, methods: [...left] } satisfies PageTask] as const;
        };
        const ending = await pool.run(make, { onMessage });
        signal.throwIfAborted();
        if (ending.kind === 'failed') throw Object.assign(new Error(), ending.failure);
        if (ending.kind === 'done') continue;
        if (ending.cause === 'unready') throw cannotLoad(setup.methods, ending);
        const ms = performance.now() - begun;
        const failure = { method: left[0]!, ms, ...failureOf(ending, timeLimit) };
        take(await failedRow(page, failure, setup), '');
      }
    },
  };
}

async function rendered(page: Page, render: RenderPage | undefined): Promise<Page> {
  return render ? { ...page, tree: await render(page) } : page;
}

function failureOf({ cause, reason }: Death, timeLimit: number) {
  if (cause === 'time') return { kind: 'timed-out', error: `no result after ${timeLimit / 1000} s` } as const;
  return { kind: 'crashed', error: reason } as const;
}

function cannotLoad(methods: readonly string[], { failure, reason }: Death): LabError {
  if (failure?.name === 'LabError') return new LabError(failure.code as LabErrorCode, failure.message);
  return new LabError(
    'bad-option',
    `A worker could not load ${methods.join(', ')}: ${failure?.message ?? reason}. Remove the failing method.`,
  );
}

export interface PageTexts {
  readonly gold: Gold;
  readonly texts: ReadonlyMap<string, string>;
}

interface TextsRequest {
  readonly corpus: string;
  readonly context: ExtractorContext;
  readonly wanted: ReadonlyMap<string, readonly string[]>;
  readonly timeLimit: number;
  readonly render?: RenderPage | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Extracts selected pages again. Rows do not store texts, since these would take a hundred times the space. */
export async function extractTexts(request: TextsRequest): Promise<Map<string, PageTexts>> {
  const { corpus, context, wanted, timeLimit, signal, render } = request;
  const methods = [...new Set([...wanted.values()].flat())];
  const found = new Map<string, PageTexts>();
  if (methods.length === 0) return found;
  const stop = signal ?? new AbortController().signal;
  const limits = { workers: 1, timeLimit, render };
  const pool = openMethodPool({ methods, context, lcs: false, structure: false, texts: true }, limits, stop);
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
