import { randomUUID } from 'node:crypto';
import {
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
  saveLabels,
} from '@webpith/store';
import type { Services } from '../services.js';
import { FEEDBACK_CORPUS, labelsOfReport, replacing } from './keep-feedback.js';

/** Reports of one reader on one page that are looked at. */
const MOST_REPORTS = 1000;

/**
 * Removes a report and takes back what it said: the labels of its reader become what the other reports of that reader
 * say, or none. A page of which nobody says anything any more goes too. False where there is no such report.
 */
export async function removeReport(services: Services, id: string): Promise<boolean> {
  const { store } = services;
  const report = await readFeedback(store, id);
  if (report === undefined || !(await removeFeedback(store, id))) return false;
  const { page, createdBy } = report;
  const bytes = await readPageBytes(store, page);
  if (bytes === undefined) return true;
  const left = await listFeedback(store, { page, createdBy, limit: MOST_REPORTS });
  const labels = await labelsOfAll(services, left.toReversed(), bytes, report.url);
  const before = await readPageAnnotation(store, page, createdBy);
  const operations = replacing(before.labels, labels).map(each => ({ id: randomUUID(), ...each }));
  await saveLabels(store, { page, annotator: createdBy, operations, done: labels.length > 0 });
  await removeSilent(services, page);
  return true;
}

/** Removes the reports on pages that are gone: there is nothing left that they could speak of. */
export async function removeReportsOn(store: Store, pages: readonly string[]): Promise<void> {
  for (const page of pages) {
    for (const { id } of await listFeedback(store, { page, limit: MOST_REPORTS }))
      await removeFeedback(store, id);
  }
}

async function labelsOfAll(
  services: Services,
  reports: readonly StoredFeedback[],
  bytes: Uint8Array,
  url: string | undefined,
): Promise<readonly StoredLabel[]> {
  let labels: readonly StoredLabel[] = [];
  const page = { bytes, ...(url === undefined ? {} : { url }) };
  for (const report of reports) labels = await labelsOfReport(services, page, report, labels);
  return labels;
}

async function removeSilent({ store }: Services, id: string): Promise<void> {
  if ((await readPage(store, id))?.corpus !== FEEDBACK_CORPUS) return;
  if ((await listFeedback(store, { page: id, limit: 1 })).length > 0) return;
  const states = await readAnnotationStates(store, [id]);
  if (states.every(({ count, done }) => count === 0 && !done)) await removePage(store, id);
}
