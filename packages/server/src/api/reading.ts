import { z } from 'zod';
import { corrections } from './extract.js';
import { beforeAfter, pageBeforeAfter } from './jobs.js';

export const pageView = z.object({
  view: z.string(),
  url: z.string().optional(),
  title: z.string().optional(),
  bytes: z.number().int(),
  corrections: corrections.optional().describe('Blocks that the reader added and removed'),
  report: z.string().optional().describe('Id of the report made from the corrections'),
  created: z.string(),
  opened: z.string(),
  versions: z
    .array(z.object({ view: z.string(), created: z.string() }))
    .describe('The stored copies of this address, latest first'),
});
export type PageView = z.infer<typeof pageView>;

export const pageViewList = z.object({ items: z.array(pageView) });

export const pageViewChange = z
  .object({
    title: z.string().trim().min(1).max(300).optional(),
    corrections: corrections.optional().describe('Replaces earlier corrections; annotators also report them'),
  })
  .strict();
export type PageViewChange = z.infer<typeof pageViewChange>;

const nodes = corrections.shape.keep;

export const newFeedback = z
  .object({
    page: z.string().max(100).optional().describe('The id of a stored page'),
    view: z.string().max(100).optional().describe('The id of a view'),
    missing: nodes.describe('Nodes whose text is missing'),
    extra: nodes.describe('Nodes whose text should not be there'),
    note: z.string().trim().max(2000).optional(),
  })
  .strict()
  .refine(({ page, view }) => (page === undefined) !== (view === undefined), {
    message: 'expected either page or view',
  });
export type NewFeedback = z.infer<typeof newFeedback>;

export const feedback = z.object({
  id: z.string(),
  page: z.string().describe('The page in the corpus “feedback”'),
  title: z.string().optional(),
  url: z.string().optional(),
  site: z.string().optional(),
  missing: z.array(z.number()),
  extra: z.array(z.number()),
  note: z.string().optional(),
  createdBy: z.string(),
  created: z.string(),
});
export type Feedback = z.infer<typeof feedback>;

export const feedbackList = z.object({ items: z.array(feedback), next: z.string().optional() });

const siteName = z
  .string()
  .regex(/^[\p{L}\p{N}.:-]{1,253}$/u, 'expected the name of a site, such as example.org');
const selectors = z.array(z.string().min(1).max(500)).max(50);
const rules = z.object({ keep: selectors, drop: selectors }).strict();

export const newSiteRules = z.object({ site: siteName, rules }).strict();
export type NewSiteRules = z.infer<typeof newSiteRules>;

/** Rules to try: learned from labels, given, or derived from a reader's corrections. */
export const newRuleTrial = z
  .object({
    site: siteName.optional(),
    rules: rules.optional(),
    view: z.string().max(100).optional().describe('A page of the site'),
    corrections: corrections.optional().describe('Blocks added to and removed from that page'),
  })
  .strict();
export type NewRuleTrial = z.infer<typeof newRuleTrial>;

const learned = z.object({
  own: beforeAfter.describe('Mean F1 on the training pages'),
  heldOut: beforeAfter.optional().describe('Mean F1 on each page with rules learned from the others'),
  each: z.array(pageBeforeAfter),
});

export const siteRules = z.object({
  site: z.string(),
  rules: z.object({ keep: z.array(z.string()), drop: z.array(z.string()) }),
  learned: learned.optional().describe('Present if the rules were learned from labels'),
  created: z.string(),
  createdBy: z.string(),
});
export type SiteRulesEntry = z.infer<typeof siteRules>;

const refusedSelector = z.object({ selector: z.string(), page: z.string() });

export const ruleTrial = z.object({
  site: z.string(),
  before: rules.describe('Current rules'),
  rules: rules.describe('Rules after the change'),
  refused: z.array(refusedSelector).describe('Selectors that would remove most of a page, with the page'),
  pages: z.array(
    z.object({
      id: z.string(),
      title: z.string().optional(),
      url: z.string().optional(),
      before: z.number().int().describe('Words kept now'),
      after: z.number().int(),
      added: z.array(z.string()).describe('The first texts added'),
      removed: z.array(z.string()).describe('The first texts removed'),
      blocks: z.number().int().describe('Number of changed blocks'),
    }),
  ),
  learned: learned.optional(),
});
export type RuleTrial = z.infer<typeof ruleTrial>;

export const siteRulesList = z.object({ items: z.array(siteRules) });

const siteMemory = z.object({
  site: z.string(),
  pages: z.number().int().describe('Number of remembered pages'),
  updated: z.string(),
});
export type SiteMemoryEntry = z.infer<typeof siteMemory>;

export const siteMemoryList = z.object({ items: z.array(siteMemory) });

export const labelledSites = z.object({ items: z.array(z.object({ site: z.string(), pages: z.number() })) });
