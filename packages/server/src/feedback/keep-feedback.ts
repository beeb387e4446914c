import { randomUUID } from 'node:crypto';
import {
  addCorpus,
  addFeedback,
  addPage,
  type LabelOperation,
  readPageAnnotation,
  type StoredFeedback,
  type StoredLabel,
  saveLabels,
} from '@webpith/store';
import { siteOf } from 'webpith/stages';
import { keptPage } from '../annotation/page-bytes.js';
import type { NewFeedback } from '../api/feedback.js';
import type { SourcePage } from '../extraction/page.js';
import { storedPage, keptPage as viewedPage } from '../extraction/source.js';
import { Problem } from '../problem.js';
import type { Services } from '../services.js';

/** The corpus that holds what readers reported. */
export const FEEDBACK_CORPUS = 'feedback';

/** Keeps a report: the page in the corpus of reports, what it means as labels, and the report itself. */
export async function keepFeedback(
  services: Services,
  given: NewFeedback,
  by: string,
): Promise<StoredFeedback> {
  const { store } = services;
  const { missing, extra, note } = given;
  if (missing.length + extra.length === 0) {
    throw new Problem(
      'bad-request',
      'expected something that is missing or too much, got neither',
      'Mark a part of the page.',
    );
  }
  const { bytes, title, url } = await reportedPage(services, given);
  await addCorpus(store, { name: FEEDBACK_CORPUS, title: 'Feedback of readers', task: 'content' });
  const { page } = (await addPage(store, {
    corpus: FEEDBACK_CORPUS,
    bytes,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
  }))!;
  const before = await readPageAnnotation(store, page.id, by);
  const labels = await labelsOfReport(
    services,
    { bytes, ...(url === undefined ? {} : { url }) },
    given,
    before.labels,
  );
  const operations = replacing(before.labels, labels).map(each => ({ id: randomUUID(), ...each }));
  await saveLabels(store, { page: page.id, annotator: by, operations, done: true });
  const site = url === undefined ? undefined : siteOf({ url });
  return await addFeedback(store, {
    page: page.id,
    missing,
    extra,
    createdBy: by,
    ...(url === undefined ? {} : { url }),
    ...(site === undefined ? {} : { site }),
    ...(note === undefined || note === '' ? {} : { note }),
  });
}

/** The page of a report, as bytes whose nodes are those that were marked. */
async function reportedPage(services: Services, { page, view }: NewFeedback) {
  const source = page === undefined ? await viewedPage(view!, services) : await storedPage(page, services);
  if (source.tree !== undefined) {
    throw new Problem(
      'unprocessable',
      'expected a page as its HTML is, got one that a browser drew: its nodes are others',
      'Extract it again without render, and mark it then.',
    );
  }
  const { bytes, charset, url } = source;
  return { ...keptPage(bytes, charset), url };
}

/** What puts some labels in the place of others. */
export function replacing(
  before: readonly StoredLabel[],
  after: readonly StoredLabel[],
): Omit<LabelOperation, 'id'>[] {
  const removed = before.map(({ node, start, end }) => ({
    node,
    label: null,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }));
  return [...removed, ...after];
}

/** The labels that a report means, going on from those that were there. */
export async function labelsOfReport(
  { siteRules, threads }: Services,
  page: SourcePage,
  { missing, extra }: Pick<NewFeedback, 'missing' | 'extra'> | Pick<StoredFeedback, 'missing' | 'extra'>,
  earlier: readonly StoredLabel[],
): Promise<StoredLabel[]> {
  const rules = (await siteRules.forUrl(page.url))?.rules;
  const input = { page, missing, extra, ...(rules && { rules }), ...(earlier.length > 0 && { earlier }) };
  const { output } = await threads.run('feedback', input, { weight: page.bytes.length });
  return JSON.parse(new TextDecoder().decode(output)) as StoredLabel[];
}
