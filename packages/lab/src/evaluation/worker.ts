import { parentPort, workerData } from 'node:worker_threads';
import type { Page } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import type { Extractor } from '../extractor.js';
import { loadExtractor } from '../extractors.js';
import type { PageTask, WorkerMessage, WorkerSetup } from './protocol.js';
import { type EvaluationRow, failedRow, scoreRow } from './scoring.js';

const setup = workerData as WorkerSetup;
const extractors = new Map<string, Extractor>();
const post = (message: WorkerMessage) => parentPort?.postMessage(message);

try {
  for (const name of setup.methods) extractors.set(name, await loadExtractor(name, setup.context));
  parentPort?.on('message', (task: PageTask) => void work(task));
  post({ kind: 'ready' });
} catch (error) {
  post({
    kind: 'unready',
    code: error instanceof LabError ? error.code : 'bad-option',
    message: messageOf(error),
  });
}

async function work({ page, methods }: PageTask): Promise<void> {
  for (const method of methods) {
    post({ kind: 'started', method });
    const { row, text } = await extractOne(page, method);
    post({ kind: 'row', row, ...(setup.texts ? { text } : {}) });
  }
  post({ kind: 'finished' });
}

async function extractOne(page: Page, method: string): Promise<{ row: EvaluationRow; text: string }> {
  const begun = performance.now();
  try {
    const extraction = await extractors.get(method)!.extract(page);
    const ms = performance.now() - begun;
    if (typeof extraction?.text !== 'string') {
      throw new TypeError(
        `expected an extraction with a text, got ${JSON.stringify(extraction)?.slice(0, 80)}`,
      );
    }
    return { row: scoreRow(page, { method, extraction, ms }, setup), text: extraction.text };
  } catch (error) {
    const ms = performance.now() - begun;
    return { row: failedRow(page, { method, kind: 'threw', error: messageOf(error), ms }, setup), text: '' };
  }
}

/** A method may throw anything, and its message may be a whole page. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.slice(0, 500);
}
