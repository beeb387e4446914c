import type { Host } from '@webpith/threads';
import { treeFromClone } from 'webpith/stages';
import type { Page } from '../corpora/corpus.js';
import type { Extractor } from '../extractor.js';
import { type ExtractorContext, loadExtractor } from '../extractors.js';
import { type EvaluationRow, failedRow, scoreRow } from './scoring.js';

export interface WorkerSetup {
  readonly methods: readonly string[];
  readonly context: ExtractorContext;
  readonly lcs: boolean;
  readonly structure: boolean;
  readonly texts: boolean;
}

export interface PageTask {
  readonly page: Page;
  readonly methods: readonly string[];
}

export interface RowMessage {
  readonly row: EvaluationRow;
  readonly text?: string | undefined;
}

export async function open(setup: WorkerSetup, host: Host): Promise<(task: PageTask) => Promise<void>> {
  const extractors = new Map<string, Extractor>();
  for (const name of setup.methods) extractors.set(name, await loadExtractor(name, setup.context));
  return async ({ page: sent, methods }) => {
    const page = sent.tree ? { ...sent, tree: treeFromClone(sent.tree) } : sent;
    for (const [step, method] of methods.entries()) {
      host.step(step);
      const { row, text } = await extractOne(page, method, extractors.get(method)!, setup);
      host.postMessage({ row, text: setup.texts ? text : undefined } satisfies RowMessage);
    }
  };
}

async function extractOne(
  page: Page,
  method: string,
  extractor: Extractor,
  setup: WorkerSetup,
): Promise<{ row: EvaluationRow; text: string }> {
  const begun = performance.now();
  try {
    const extraction = await extractor.extract(page);
    const ms = performance.now() - begun;
    if (typeof extraction?.text !== 'string') {
      throw new TypeError(
        `extract() must return an object with a text, got ${JSON.stringify(extraction)?.slice(0, 80)}`,
      );
    }
    return { row: await scoreRow(page, { method, extraction, ms }, setup), text: extraction.text };
  } catch (error) {
    const ms = performance.now() - begun;
    const failure = { method, kind: 'threw', error: messageOf(error), ms } as const;
    return { row: await failedRow(page, failure, setup), text: '' };
  }
}

/** A method may throw anything, including a whole page as message. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.slice(0, 500);
}
