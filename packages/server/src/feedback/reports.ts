import { randomUUID } from 'node:crypto';
import {
  addCorpus,
  addFeedback,
  addPage,
  changeView,
  type LabelOperation,
  listFeedback,
  readAnnotationStates,
  readFeedback,
  readPage,
  readPageAnnotation,
  readPageBytes,
  removeFeedback,
  removePage,
  type Store,
  type StoredFeedback,
  type StoredLabel,
  type StoredView,
  saveLabels,
} from '@webpith/store';
import { siteOf } from 'webpith/stages';
import { normalisePage } from '../annotation/page-bytes.js';
import type { NewFeedback, PageViewChange } from '../api/reading.js';
import { type Caller, mayAct } from '../auth/roles.js';
import { pageOfView, storedPage } from '../extraction/extract.js';
import type { SourcePage } from '../extraction/page.js';
import { Problem } from '../problem.js';
import type { Services } from '../services.js';
import { jsonOf } from '../threads/threads.js';
import type { FeedbackInput } from './marks.js';

const FEEDBACK_CORPUS = 'feedback';

export async function saveFeedback(
  services: Services,
  given: NewFeedback,
  by: string,
): Promise<StoredFeedback> {
  const { store } = services;
  const { missing, extra, note } = given;
  if (missing.length + extra.length === 0) {
    throw new Problem(
      'bad-request',
      'The report marks nothing as missing or extra.',
      'Mark a part of the page.',
    );
  }
  const { bytes, title, url } = await reportedPage(services, given);
  await addCorpus(store, { name: FEEDBACK_CORPUS, title: 'Feedback of readers', task: 'content' });
  const { page } = (await addPage(store, { corpus: FEEDBACK_CORPUS, bytes, title, url }))!;
  const before = await readPageAnnotation(store, page.id, by);
  const labels = await labelsOfReport(services, { bytes, url }, given, before.labels);
  const operations = replaceLabels(before.labels, labels);
  await saveLabels(store, { page: page.id, annotator: by, operations, done: true });
  const site = url === undefined ? undefined : siteOf({ url });
  return await addFeedback(store, {
    page: page.id,
    missing,
    extra,
    createdBy: by,
    url,
    site,
    note: note || undefined,
  });
}

/** The bytes, title and URL of the reported page; parsing the bytes gives the node ids that the reader marked. */
async function reportedPage(services: Services, { page, view }: NewFeedback) {
  const source = page === undefined ? await pageOfView(view!, services) : await storedPage(page, services);
  if (source.tree !== undefined) {
    throw new Problem(
      'unprocessable',
      'A page that was rendered in a browser cannot be reported.',
      'Extract it again without rendering, and mark it then.',
    );
  }
  const { bytes, charset, url } = source;
  return { ...normalisePage(bytes, charset), url };
}

function replaceLabels(before: readonly StoredLabel[], after: readonly StoredLabel[]): LabelOperation[] {
  const removed = before.map(({ node, start, end }) => ({ node, label: null, start, end }));
  return [...removed, ...after].map(each => ({ id: randomUUID(), ...each }));
}

async function labelsOfReport(
  { siteRules, siteMemories, threads }: Services,
  page: SourcePage,
  { missing, extra }: Pick<StoredFeedback, 'missing' | 'extra'>,
  earlier: readonly StoredLabel[],
): Promise<StoredLabel[]> {
  const input: FeedbackInput = {
    page,
    missing,
    extra,
    rules: (await siteRules.forUrl(page.url))?.rules,
    memory: (await siteMemories.forPage(page))?.memory,
    earlier: earlier.length > 0 ? earlier : undefined,
  };
  return jsonOf<StoredLabel[]>(await threads.run('feedback', input, { weight: page.bytes.length }));
}

const MAX_REPORTS = 1000;

/** Removes a report with its labels, and its page if that was stored only for it. Returns false if there is none. */
export async function removeReport(services: Services, id: string): Promise<boolean> {
  const { store } = services;
  const report = await readFeedback(store, id);
  if (report === undefined || !(await removeFeedback(store, id))) return false;
  const { page, createdBy } = report;
  const bytes = await readPageBytes(store, page);
  if (bytes === undefined) return true;
  const left = await listFeedback(store, { page, createdBy, limit: MAX_REPORTS });
  let labels: StoredLabel[] = [];
  for (const other of left.toReversed())
    labels = await labelsOfReport(services, { bytes, url: report.url }, other, labels);
  const before = await readPageAnnotation(store, page, createdBy);
  const operations = replaceLabels(before.labels, labels);
  await saveLabels(store, { page, annotator: createdBy, operations, done: labels.length > 0 });
  await removeIfUnlabelled(services, page);
  return true;
}

export async function removeReportsOn(store: Store, pages: readonly string[]): Promise<void> {
  for (const page of pages) {
    for (const { id } of await listFeedback(store, { page, limit: MAX_REPORTS }))
      await removeFeedback(store, id);
  }
}

async function removeIfUnlabelled({ store }: Services, id: string): Promise<void> {
  if ((await readPage(store, id))?.corpus !== FEEDBACK_CORPUS) return;
  if ((await listFeedback(store, { page: id, limit: 1 })).length > 0) return;
  const states = await readAnnotationStates(store, [id]);
  if (states.every(({ count, done }) => count === 0 && !done)) await removePage(store, id);
}

/** Changes a view. Corrections by callers who may annotate are also stored as a report, which each change replaces. */
export async function updateView(
  services: Services,
  view: StoredView,
  { title, corrections }: PageViewChange,
  caller: Caller,
): Promise<void> {
  const { store } = services;
  if (title !== undefined) await changeView(store, view.id, { title });
  if (corrections === undefined) return;
  const { keep, drop } = corrections;
  const isEmpty = keep.length + drop.length === 0;
  await changeView(store, view.id, { corrections: isEmpty ? null : corrections });
  if (!mayAct(caller.role, 'annotator')) return;
  const page = await pageOfView(view.id, services);
  if (page.tree !== undefined) return; // rendered pages have node ids that labels cannot refer to
  if (view.report !== undefined) await removeReport(services, view.report);
  const given = { view: view.id, missing: keep, extra: drop };
  const report = isEmpty ? undefined : await saveFeedback(services, given, caller.name);
  await changeView(store, view.id, { report: report?.id ?? null });
}
