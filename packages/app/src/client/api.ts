import type {
  ExtractRequest,
  ExtractResult,
  MethodInfo,
  NewRuleTrial,
  NewSiteRules,
  PageView,
  PageViewChange,
  RuleTrial,
  Settings,
  SiteRulesEntry,
} from '@webpith/server/api';
import { apiPath, request } from './request.js';

export type {
  Corrections,
  Decision,
  Evidence,
  ExtractedArticle,
  ExtractResult,
  FactDecision,
  MethodInfo,
  NodeLabel,
  PageView,
  RuleTrial,
  SiteRulesEntry,
} from '@webpith/server/api';

/** The fields of an extraction request other than the page and the format. */
export type ExtractOptions = Omit<
  ExtractRequest,
  'html' | 'bytes' | 'charset' | 'url' | 'page' | 'view' | 'format'
>;

export type PageSource = Pick<ExtractRequest, 'html' | 'bytes' | 'url' | 'page' | 'view'>;

export function extractPage(
  source: PageSource,
  options: ExtractOptions,
  signal?: AbortSignal,
): Promise<ExtractResult> {
  return request<ExtractResult>('/v1/extract', { json: { ...source, ...options }, signal });
}

export function listMethods(signal?: AbortSignal): Promise<MethodInfo[]> {
  return request<MethodInfo[]>('/v1/methods', { signal });
}

export function readSettings(signal?: AbortSignal): Promise<Settings> {
  return request<Settings>('/v1/settings', { signal });
}

export function setDefaultModel(model: string | null): Promise<Settings> {
  return request<Settings>('/v1/settings', { method: 'PUT', json: { model } });
}

export function tryRules(trial: NewRuleTrial, signal?: AbortSignal): Promise<RuleTrial> {
  return request<RuleTrial>('/v1/site-rules/trial', { json: trial, signal });
}

export async function putRules({ site, rules }: NewSiteRules): Promise<void> {
  if (rules.keep.length + rules.drop.length === 0)
    await request(`/v1/site-rules/${encodeURIComponent(site)}`, { method: 'DELETE' });
  else await request<SiteRulesEntry>('/v1/site-rules', { json: { site, rules } });
}

/** Pages opened in the reader, latest first, optionally only those with one URL. */
export async function listViews(
  query: { readonly url?: string; readonly limit?: number } = {},
  signal?: AbortSignal,
): Promise<PageView[]> {
  return (await request<{ items: PageView[] }>('/v1/views', { query, signal })).items;
}

export function changeView(view: string, change: PageViewChange): Promise<PageView> {
  return request<PageView>(apiPath('views', view), { method: 'PUT', json: change });
}

export function removeView(view?: string): Promise<unknown> {
  return request(view === undefined ? '/v1/views' : apiPath('views', view), { method: 'DELETE' });
}
