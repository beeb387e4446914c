import { z } from 'zod';
import { beforeAfter, pageBeforeAfter } from './jobs.js';

/** The site to learn rules for. */
export const newSiteRules = z
  .object({
    site: z.string().regex(/^[\p{L}\p{N}.:-]{1,253}$/u, 'expected the name of a site, such as example.org'),
  })
  .strict();

/** Rules of a site and what they come to. */
export const siteRules = z.object({
  site: z.string(),
  rules: z.object({ keep: z.array(z.string()), drop: z.array(z.string()) }),
  learned: z.object({
    own: beforeAfter.describe('Mean F1 on the pages it learned from'),
    heldOut: beforeAfter.optional().describe('Mean F1 on each page by the rules of the others'),
    each: z.array(pageBeforeAfter),
  }),
  created: z.string(),
  createdBy: z.string(),
});
export type SiteRulesEntry = z.infer<typeof siteRules>;

/** All rules, by site. */
export const siteRulesList = z.object({ items: z.array(siteRules) });

/** Sites whose pages are labelled, for which rules can be learned. */
export const labelledSites = z.object({ items: z.array(z.object({ site: z.string(), pages: z.number() })) });
