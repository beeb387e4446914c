import type { Settings } from '@webpith/server/api';
import { request } from './request.js';

export type { Settings } from '@webpith/server/api';

/** What holds for the whole server. */
export function readSettings(signal?: AbortSignal): Promise<Settings> {
  return request<Settings>('/v1/settings', { signal });
}

/** Lets a model answer wherever none is named; null for the default. */
export function setDefaultModel(model: string | null): Promise<Settings> {
  return request<Settings>('/v1/settings', { method: 'PUT', json: { model } });
}
