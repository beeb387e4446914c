import { join } from 'node:path';
import { digestOf } from './digest.js';
import { InputError } from './errors.js';
import type { PageRecord, ReadOptions } from './record.js';

/** The pages of a corpus of the lab; one whose bytes are missing or broken becomes a record with an error. */
export async function* recordsOfCorpus(dir: string, options: ReadOptions = {}): AsyncGenerator<PageRecord> {
  const { readCorpus } = await lab();
  const faults: PageRecord[] = [];
  const onProblem = (problem: { severity: string; id?: string; line?: number; message: string }) => {
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
    const record = { id, ...(url === undefined ? {} : { url }), digest: digestOf(html), bytes: html, source };
    if (fresh(record)) yield record;
  }
}

function faultOf(
  dir: string,
  { id, line = 0, message }: { id?: string; line?: number; message: string },
): PageRecord {
  const bytes = new Uint8Array();
  const source = { file: join(dir, 'pages.jsonl'), offset: line, length: 0 };
  return { ...(id === undefined ? {} : { id }), bytes, error: message, source };
}

/** The lab, which knows corpora. Who reads other inputs does without it, and without what it brings along. */
async function lab(): Promise<typeof import('@webpith/lab')> {
  return await import('@webpith/lab').catch(cause => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new InputError(
      'expected @webpith/lab, which reads corpora, but it is not installed; run npm install @webpith/lab',
      { cause },
    );
  });
}
