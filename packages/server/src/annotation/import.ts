import { createHash } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Gold, type PageLabels, readGold, readLabels } from '@webpith/lab';
import { type Input, inputOf, type PageRecord, type Place, recordsOf, type Skipped } from '@webpith/sources';
import {
  addPage,
  findCorpus,
  type LabelOperation,
  readPageAnnotation,
  readUpload,
  removeUpload,
  type Store,
  type StoredPage,
  saveLabels,
} from '@webpith/store';
import { blocksFromTree, type PageTree } from 'webpith/stages';
import { z } from 'zod';
import type { ImportResult } from '../api/corpora.js';
import type { ExtractResult } from '../api/extract.js';
import { annotatorName, type PageLabel, pageLabel } from '../api/labels.js';
import { decisionsOfText } from '../extraction/by-method.js';
import type { JobContext } from '../jobs/worker.js';
import { labelSetOf } from './label-sets.js';
import { treeOfBytes } from './labelled-pages.js';
import { checkPlaces, normalisePage, pageName, shapeOf } from './page-bytes.js';
import { suggestedLabels } from './suggestions.js';
import { filesOfTar } from './tar.js';

const importOptions = z.object({
  corpus: z.string(),
  upload: z.string(),
  name: z.string(),
  allowPrivate: z.boolean(),
});
export type ImportOptions = z.infer<typeof importOptions>;

const MISSING_UPLOAD =
  'The file is no longer available: it waited for more than a week. Check the corpus, and upload the file again if pages are missing.';

/** Continues after the last page of an interrupted run; some pages may be read twice, which changes nothing. */
export async function runImport(context: JobContext) {
  const options = importOptions.parse(context.job.options);
  const { store, scratch, signal } = context;
  const { done } = importProgress(context);
  if (done !== undefined) return done;
  const path = join(scratch, fileName(options.name));
  await writeFile(path, readUpload(store, options.upload));
  if ((await stat(path)).size === 0) throw new Error(MISSING_UPLOAD);
  try {
    const result = await importFile(path, options, context);
    await context.save({ result, done: true } satisfies Checkpoint);
    return result;
  } finally {
    // If the server is stopping, the job restarts with it and needs the file again.
    if (!signal.aborted) await removeUpload(store, options.upload);
  }
}

interface Checkpoint {
  readonly result: ImportResult;
  /** The last page read; `SCRATCH` in its path represents the folder of the run. */
  readonly after?: Place;
  readonly done?: true;
}

const SCRATCH = '{scratch}';

/** Milliseconds between saves of the place in the file. */
const BETWEEN_SAVES = 250;

function importProgress({ job, scratch, save }: JobContext) {
  const last = job.checkpoint as Checkpoint | undefined;
  let saved = Number.NEGATIVE_INFINITY;
  return {
    done: last?.done ? last.result : undefined,
    result: last?.result,
    after: last?.after && { ...last.after, file: last.after.file.replace(SCRATCH, () => scratch) },
    async save(place: Place, result: ImportResult): Promise<void> {
      const now = performance.now();
      if (now - saved < BETWEEN_SAVES) return;
      saved = now;
      const after = { ...place, file: place.file.replace(scratch, () => SCRATCH) };
      await save({ result, after } satisfies Checkpoint);
    },
  };
}

function fileName(name: string): string {
  const ending = /(?:\.[a-z0-9]{1,8}){0,2}$/i.exec(basename(name))?.[0] ?? '';
  return `upload${ending.toLowerCase()}`;
}

export async function importFile(
  path: string,
  options: ImportOptions,
  context: JobContext,
): Promise<ImportResult> {
  const { signal, report } = context;
  const input = await openInput(path, options.name, context.scratch);
  const progress = importProgress(context);
  const counts = importCounts(options.name, input.path, progress.result);
  const size = input.kind === 'corpus' ? undefined : (await stat(path)).size;
  const golds = input.kind === 'corpus' ? await goldOf(input.path) : undefined;
  const task = (await findCorpus(context.store, options.corpus))?.task ?? '';
  const onSkipped = (skipped: Skipped) => counts.skip(skipped);
  const { after } = progress;
  for await (const record of recordsOf(input, {
    onSkipped,
    signal,
    allowPrivate: options.allowPrivate,
    after,
  })) {
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
    await progress.save(record.source, counts.result);
  }
  signal.throwIfAborted();
  const { added, known, failed } = counts.result;
  if (added + known + failed > 0) return counts.result;
  throw new Error(
    `${options.name} contains no page. Upload an HTML page, a WARC file, JSON lines with "html", a list of addresses, or the .tar.gz of a corpus.`,
  );
}

/** Detects the input and unpacks archives. Errors contain the name of the uploaded file. */
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
  const kept = await addPage(store, { corpus, bytes, name: called, url: url || undefined, title });
  if (kept !== undefined) return kept;
  throw new Error(`The corpus ${corpus} was removed. Create it again and upload the file.`);
}

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

/** Rough fraction of the file read so far: offsets in compressed NDJSON are uncompressed, those in Parquet are rows. */
function shareOf({ source }: PageRecord, size: number | undefined): number {
  return size === undefined ? 0.5 : Math.min(1, (source.offset + source.length) / size);
}

function nameOf({ url, id, source }: PageRecord): string {
  return url ?? id ?? `byte ${source.offset}`;
}

const MAX_NAMED = 200;

const LOSSES: Readonly<Record<string, string>> = {
  lost: 'its bytes belong to no readable record',
  'too-large': 'it is larger than the limit',
};

/** Adds to the counts of an interrupted run. Removes `place`, the folder of a corpus, from messages. */
function importCounts(file: string, place: string, last?: ImportResult) {
  const failures = [...(last?.failures ?? [])];
  const skipped: Record<string, number> = { ...last?.skipped };
  const result = {
    file,
    added: last?.added ?? 0,
    known: last?.known ?? 0,
    labelled: last?.labelled ?? 0,
    failed: last?.failed ?? 0,
    failures,
    skipped,
  } satisfies ImportResult;
  // Omit advice on command-line options, which users of the app cannot set.
  const plainReason = (reason: string) => reason.replaceAll(`${place}/`, '').replace(/[;.] [^;.]*--.*$/s, '');
  const fail = (record: string, reason: string) => {
    result.failed++;
    if (failures.length < MAX_NAMED) failures.push({ record, reason: plainReason(reason) });
  };
  const skip = ({ reason, offset }: Skipped) => {
    const loss = LOSSES[reason];
    if (loss === undefined) skipped[reason] = (skipped[reason] ?? 0) + 1;
    else fail(`byte ${offset}`, loss);
  };
  return { result, fail, skip };
}

/** Files of a corpus, at the top level of the archive or in one folder. */
const WANTED =
  /^(?:\.\/)?(?:[^/]+\/)?(pages\.jsonl|html\/[^./\\:][^/\\:]*\.html\.gz|labels\/[^./\\:][^/\\:]*\.json)$/;
const LIMITS = { file: 64 * 2 ** 20, all: 4 * 2 ** 30 };

export const isArchive = (name: string) => /\.(?:tar\.gz|tgz)$/i.test(name);

export async function unpackCorpus(archive: string, name: string, folder: string): Promise<void> {
  for (const part of ['html', 'labels']) await mkdir(join(folder, part), { recursive: true });
  let isCorpus = false;
  try {
    for await (const { path, bytes } of filesOfTar(archive, each => WANTED.test(each), LIMITS)) {
      const inside = WANTED.exec(path)![1]!;
      isCorpus ||= inside === 'pages.jsonl';
      await writeFile(join(folder, inside), bytes);
    }
  } catch (cause) {
    throw new Error(`Cannot unpack ${name}: ${(cause as Error).message} Create the archive again.`, {
      cause,
    });
  }
  if (isCorpus) return;
  throw new Error(`${name} contains no corpus: it has no pages.jsonl. Pack the folder of a corpus.`);
}

/** Restores exported labels; false if there are none or if the annotator has already labelled the page. */
export async function restoreLabels(
  store: Store,
  folder: string,
  page: StoredPage,
  record: { readonly id: string; readonly html: Uint8Array },
  gold?: { readonly text: Gold; readonly task: string },
): Promise<boolean> {
  const file = (await readLabels(folder, record)) as
    | (PageLabels & { marks?: unknown; done?: unknown })
    | undefined;
  if (file === undefined && gold === undefined) return false;
  const annotator = file ? annotatorName.catch('imported').parse(file.annotator) : GOLD_ANNOTATOR;
  if ((await readPageAnnotation(store, page.id, annotator)).revision > 0) return false;
  const tree = treeOfBytes(record.html);
  const marks = file ? marksOf(file) : labelsOfGold(tree, gold!.text, gold!.task);
  if (marks.length === 0 && file === undefined) return false;
  const operations = marks.map(operationOf);
  checkPlaces(shapeOf(tree), operations);
  await saveLabels(store, { page: page.id, annotator, operations, done: file ? file.done === true : true });
  return true;
}

/** Files of other tools have only one label per node, without marks. */
function marksOf({ marks, nodes }: PageLabels & { marks?: unknown }): PageLabel[] {
  if (marks !== undefined) return z.array(pageLabel).parse(marks);
  return Object.entries(nodes).map(([node, label]) => ({ node: Number(node), label, scope: 'node' }));
}

/** Derives the id of the operation from its content, so that restoring twice has no effect. */
function operationOf({ node, label, scope, start, end }: PageLabel): LabelOperation {
  const place = { node, start, end };
  const id = createHash('sha256')
    .update(JSON.stringify([place, label, scope]))
    .digest('hex')
    .slice(0, 32);
  return { id, ...place, label, scope };
}

const GOLD_ANNOTATOR = 'gold text';

export async function goldOf(folder: string): Promise<ReadonlyMap<string, Gold>> {
  const golds = new Map<string, Gold>();
  for await (const { gold } of readGold(folder, { onProblem: () => {} }))
    if (gold.text?.trim()) golds.set(gold.id, gold);
  return golds;
}

function labelsOfGold(tree: PageTree, { text, title, type }: Gold, task: string): PageLabel[] {
  const set = labelSetOf(task);
  if (set === undefined || text === undefined) return [];
  const decisions = decisionsOfText(blocksFromTree(tree), text);
  const article = { title, type } as ExtractResult['article'];
  return suggestedLabels(tree, { decisions, article }, set)
    .filter(({ label }) => label !== set.rest)
    .map(({ node, label }) => ({ node, label, scope: 'node' }));
}
