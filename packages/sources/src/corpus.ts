import { join } from 'node:path';
import type { CorpusProblem } from '@webpith/lab';
import { digestOf, InputError, type PageRecord, type ReadOptions } from './record.js';

/** Yields the pages of a lab corpus; pages with missing or broken bytes become records with an error. */
export async function* recordsOfCorpus(dir: string, options: ReadOptions = {}): AsyncGenerator<PageRecord> {
  const { readCorpus } = await lab();
  const faults: PageRecord[] = [];
  const onProblem = (problem: CorpusProblem) => {
    if (problem.severity === 'skipped') faults.push(faultOf(dir, problem));
  };
  const pages = readCorpus(dir, { onProblem });
  let isPast = options.after === undefined;
  const fresh = (record: PageRecord) => {
    if (isPast) return true;
    isPast = record.source.file === options.after?.file && record.source.offset === options.after.offset;
    return false;
  };
  for (;;) {
    const step = await pages.next();
    yield* faults.splice(0).filter(fresh);
    if (step.done || options.signal?.aborted) return;
    const { id, url, html } = step.value;
    const source = { file: join(dir, 'html', `${id}.html.gz`), offset: 0, length: html.length };
    const record = { id, url, digest: digestOf(html), bytes: html, source };
    if (fresh(record)) yield record;
  }
}

function faultOf(dir: string, { id, line = 0, message }: CorpusProblem): PageRecord {
  const bytes = new Uint8Array();
  const source = { file: join(dir, 'pages.jsonl'), offset: line, length: 0 };
  return { id, bytes, error: message, source };
}

async function lab(): Promise<typeof import('@webpith/lab')> {
  return await import('@webpith/lab').catch(cause => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new InputError(
      'reading a corpus needs @webpith/lab, which is not installed; run npm install @webpith/lab',
      { cause },
    );
  });
}
