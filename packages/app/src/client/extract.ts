import type { ExtractRequest, ExtractResult, MethodInfo } from '@webpith/server/api';
import { request } from './request.js';

export type {
  Decision,
  ExtractedArticle,
  ExtractResult,
  FactDecision,
  MethodInfo,
  NodeLabel,
} from '@webpith/server/api';

/** What is wanted of a page: everything in a request but the page itself. */
export type ExtractOptions = Omit<
  ExtractRequest,
  'html' | 'bytes' | 'charset' | 'url' | 'page' | 'view' | 'format'
>;

/** A page to extract from, as the server takes it. */
export type PageSource = Pick<ExtractRequest, 'html' | 'bytes' | 'url' | 'page' | 'view'>;

/** The article of a page. */
export function extractPage(
  source: PageSource,
  options: ExtractOptions,
  signal?: AbortSignal,
): Promise<ExtractResult> {
  return request<ExtractResult>('/v1/extract', { json: { ...source, ...options }, signal });
}

/** All methods that the server can extract with. */
export function listMethods(signal?: AbortSignal): Promise<MethodInfo[]> {
  return request<MethodInfo[]>('/v1/methods', { signal });
}
