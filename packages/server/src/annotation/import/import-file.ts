import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Input, inputOf, type PageRecord, recordsOf, type Skipped } from '@webpith/sources';
import { addPage, findCorpus, type StoredPage } from '@webpith/store';
import type { ImportResult } from '../../api/corpora.js';
import type { JobContext } from '../../jobs/runner.js';
import { keptPage } from '../page-bytes.js';
import { pageName } from '../page-name.js';
import { isArchive, restoreLabels, unpackCorpus } from './corpus-archive.js';
import { importCounts } from './counts.js';
import { goldOf } from './gold-labels.js';
import type { ImportOptions } from './runner.js';

/** Puts the pages of a file into a corpus; what cannot be read is counted and named. */
export async function importFile(
  path: string,
  options: ImportOptions,
  context: JobContext,
): Promise<ImportResult> {
  const { signal, tell } = context;
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
      const kept = await keep(record, input, options, context).catch(error => {
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
    tell(`${counts.result.added + counts.result.known} pages`, shareOf(record, size));
  }
  signal.throwIfAborted();
  const { added, known, failed } = counts.result;
  if (added + known + failed > 0) return counts.result;
  throw new Error(
    `${options.name} holds no page. Give an HTML page, a WARC file, JSON lines with "html", a list of addresses, or the .tar.gz of a corpus.`,
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

async function keep(
  record: PageRecord,
  { kind }: Input,
  { corpus, name }: ImportOptions,
  { store }: JobContext,
): Promise<{ page: StoredPage; added: boolean }> {
  const { url, id, charset } = record;
  const { bytes, title } = keptPage(record.bytes, charset);
  const called = pageName(id, url, kind === 'page' ? name : undefined);
  const kept = await addPage(store, {
    corpus,
    bytes,
    ...(called && { name: called }),
    ...(url && { url }),
    ...(title && { title }),
  });
  if (kept !== undefined) return kept;
  throw new Error(`The corpus ${corpus} is gone. Make it again and upload the file.`);
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
