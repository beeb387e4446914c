import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Input, inputOf, type PageRecord, recordsOf, type Skipped } from '@webpith/sources';
import { addPage, findCorpus, readUpload, removeUpload, type StoredPage } from '@webpith/store';
import { z } from 'zod';
import type { ImportResult } from '../../api/corpora.js';
import type { JobContext, JobRunner } from '../../jobs/runner.js';
import { normalisePage, pageName } from '../page-bytes.js';
import { goldOf, isArchive, restoreLabels, unpackCorpus } from './corpus-archive.js';

/** What an import is told; made by the route. */
const importOptions = z.object({
  corpus: z.string(),
  upload: z.string(),
  /** The name of the file, for people. */
  name: z.string(),
  /** Whether addresses in a list may be private ones; the server's own setting. */
  allowPrivate: z.boolean(),
});
export type ImportOptions = z.infer<typeof importOptions>;

/** Why a file is not there: imported by a run that died before it could say so, or forgotten. */
const MISSING_UPLOAD =
  'The file is no longer available: it was imported before the server stopped, or it waited for more than a week. Check the corpus, and upload the file again if pages are missing.';

/** Puts the pages of an uploaded file into a corpus. Pages that are there already stay as they are, so it may run twice. */
export const importRunner: JobRunner = {
  async run(context) {
    const options = importOptions.parse(context.job.options);
    const { store, scratch, signal } = context;
    const path = join(scratch, fileName(options.name));
    await writeFile(path, readUpload(store, options.upload));
    if ((await stat(path)).size === 0) throw new Error(MISSING_UPLOAD);
    try {
      return await importFile(path, options, context);
    } finally {
      // A server that ends takes the job up again when it starts, and needs the file then.
      if (!signal.aborted) await removeUpload(store, options.upload);
    }
  },
};

/** The name decides how a file is read, so its ending is kept; nothing else of it is trusted. */
function fileName(name: string): string {
  const ending = /(?:\.[a-z0-9]{1,8}){0,2}$/i.exec(basename(name))?.[0] ?? '';
  return `upload${ending.toLowerCase()}`;
}

/** Puts the pages of a file into a corpus; what cannot be read is counted and named. */
export async function importFile(
  path: string,
  options: ImportOptions,
  context: JobContext,
): Promise<ImportResult> {
  const { signal, report } = context;
  const input = await openInput(path, options.name, context.scratch);
  const counts = importCounts(options.name, input.path);
  const size = input.kind === 'corpus' ? undefined : (await stat(path)).size;
  const golds = input.kind === 'corpus' ? await goldOf(input.path) : undefined;
  const task = (await findCorpus(context.store, options.corpus))?.task ?? '';
  const onSkipped = (skipped: Skipped) => counts.skip(skipped);
  for await (const record of recordsOf(input, { onSkipped, signal, allowPrivate: options.allowPrivate })) {
    signal.throwIfAborted();
    const reason = record.error ?? (record.bytes.length === 0 ? 'it is empty' : undefined);
    if (reason !== undefined) counts.fail(nameOf(record), reason);
    else {
      const kept = await storePage(record, input, options, context).catch(error => {
        if ((error as Error).name !== 'PithError') throw error;
        counts.fail(nameOf(record), (error as Error).message);
      });
      if (kept === undefined) continue;
      const { page, added } = kept;
      counts.result[added ? 'added' : 'known']++;
      const text = golds?.get(record.id ?? page.name);
      if (golds !== undefined)
        await restore(page, record, input.path, context, counts, text && { text, task });
    }
    report(`${counts.result.added + counts.result.known} pages`, shareOf(record, size));
  }
  signal.throwIfAborted();
  const { added, known, failed } = counts.result;
  if (added + known + failed > 0) return counts.result;
  throw new Error(
    `${options.name} contains no page. Upload an HTML page, a WARC file, JSON lines with "html", a list of addresses, or the .tar.gz of a corpus.`,
  );
}

/** What the file is, archives unpacked; errors name the file as people know it. */
async function openInput(path: string, name: string, scratch: string): Promise<Input> {
  if (!isArchive(path)) {
    return await inputOf(path).catch(error => {
      throw new Error(error.message.replaceAll(path, name), { cause: error });
    });
  }
  const folder = join(scratch, 'corpus');
  await mkdir(folder, { recursive: true });
  await unpackCorpus(path, name, folder);
  return { kind: 'corpus', path: folder };
}

async function storePage(
  record: PageRecord,
  { kind }: Input,
  { corpus, name }: ImportOptions,
  { store }: JobContext,
): Promise<{ page: StoredPage; added: boolean }> {
  const { url, id, charset } = record;
  const { bytes, title } = normalisePage(record.bytes, charset);
  const called = pageName(id, url, kind === 'page' ? name : undefined);
  const kept = await addPage(store, {
    corpus,
    bytes,
    name: called,
    url: url || undefined,
    title,
  });
  if (kept !== undefined) return kept;
  throw new Error(`The corpus ${corpus} was removed. Create it again and upload the file.`);
}

/** Labels that do not fit cost only themselves: the page is kept. */
async function restore(
  page: StoredPage,
  { id = page.name, bytes }: PageRecord,
  folder: string,
  { store }: JobContext,
  { result, fail }: ReturnType<typeof importCounts>,
  gold: Parameters<typeof restoreLabels>[4],
): Promise<void> {
  try {
    if (await restoreLabels(store, folder, page, { id, html: bytes }, gold)) result.labelled++;
  } catch (error) {
    fail(`labels of ${id}`, (error as Error).message);
  }
}

/** How far into the file a record reaches; packed lines count unpacked, so it may seem further than it is. */
function shareOf({ source }: PageRecord, size: number | undefined): number {
  return size === undefined ? 0.5 : Math.min(1, (source.offset + source.length) / size);
}

/** How a record is named to people. */
function nameOf({ url, id, source }: PageRecord): string {
  return url ?? id ?? `byte ${source.offset}`;
}

/** The most records that are named one by one; all are counted. */
const MAX_NAMED = 200;

/** What is skipped although it may have been a page. */
const LOSSES: Readonly<Record<string, string>> = {
  lost: 'its bytes belong to no readable record',
  'too-large': 'it is larger than the limit',
};

/** Counts what becomes of an import; `place` is where its file lies, which nobody needs to know. */
export function importCounts(file: string, place: string) {
  const failures: { record: string; reason: string }[] = [];
  const skipped: Record<string, number> = {};
  const result = {
    file,
    added: 0,
    known: 0,
    labelled: 0,
    failed: 0,
    failures,
    skipped,
  } satisfies ImportResult;
  const fail = (record: string, reason: string) => {
    result.failed++;
    if (failures.length < MAX_NAMED) failures.push({ record, reason: reason.replaceAll(`${place}/`, '') });
  };
  const skip = ({ reason, offset }: Skipped) => {
    const loss = LOSSES[reason];
    if (loss === undefined) skipped[reason] = (skipped[reason] ?? 0) + 1;
    else fail(`byte ${offset}`, loss);
  };
  return { result, fail, skip };
}
