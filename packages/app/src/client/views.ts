import type { PageView, PageViewChange } from '@webpith/server/api';
import { apiPath, request } from './request.js';

export type { Corrections, PageView } from '@webpith/server/api';

/** Pages that one read, the latest first; those of one address where it is named. */
export async function listViews(
  query: { readonly url?: string; readonly limit?: number } = {},
  signal?: AbortSignal,
): Promise<PageView[]> {
  return (await request<{ items: PageView[] }>('/v1/views', { query, signal })).items;
}

/** Names a page that one read, or says what is missing or too much on it. */
export function changeView(view: string, change: PageViewChange): Promise<PageView> {
  return request<PageView>(apiPath('views', view), { method: 'PUT', json: change });
}

/** Forgets a page, or all of them. */
export function removeView(view?: string): Promise<unknown> {
  return request(view === undefined ? '/v1/views' : apiPath('views', view), { method: 'DELETE' });
}
