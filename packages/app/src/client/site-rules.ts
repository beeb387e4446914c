import type { NewRuleTrial, NewSiteRules, RuleTrial, SiteRulesEntry } from '@webpith/server/api';
import { request } from './request.js';

export type { RuleTrial, SiteRulesEntry } from '@webpith/server/api';

/** What rules would change on the known pages of a site. */
export function tryRules(trial: NewRuleTrial, signal?: AbortSignal): Promise<RuleTrial> {
  return request<RuleTrial>('/v1/site-rules/trial', { json: trial, signal });
}

/** Puts rules in force for a site; none takes back those it has. */
export async function putRules({ site, rules }: NewSiteRules): Promise<void> {
  if (rules.keep.length + rules.drop.length === 0)
    await request(`/v1/site-rules/${encodeURIComponent(site)}`, { method: 'DELETE' });
  else await request<SiteRulesEntry>('/v1/site-rules', { json: { site, rules } });
}
