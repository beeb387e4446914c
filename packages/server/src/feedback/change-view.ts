import { changeView, type StoredView } from '@webpith/store';
import type { PageViewChange } from '../api/views.js';
import { type Caller, mayAct } from '../auth/roles.js';
import { keptPage } from '../extraction/source.js';
import type { Services } from '../services.js';
import { keepFeedback } from './keep-feedback.js';
import { removeReport } from './remove-report.js';

/**
 * Changes what is known of a page that was read. What its reader takes in and out is a report at the same time, for
 * those who may give one: the report follows the corrections, and goes when the last of them is taken back.
 */
export async function changeViewed(
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
  const page = await keptPage(view.id, services);
  if (page.tree !== undefined) return; // its nodes are a browser's, and no label could name them
  if (view.report !== undefined) await removeReport(services, view.report);
  const given = { view: view.id, missing: keep, extra: drop };
  const report = isEmpty ? undefined : await keepFeedback(services, given, caller.name);
  await changeView(store, view.id, { report: report?.id ?? null });
}
