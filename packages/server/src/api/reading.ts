import { z } from 'zod';
import { corrections } from './extract.js';
import { beforeAfter, pageBeforeAfter } from './jobs.js';

export const pageView = z.object({
  view: z.string(),
  url: z.string().optional(),
  title: z.string().optional(),
  bytes: z.number().int(),
  corrections: corrections.optional().describe('Blocks that its reader took in and out'),
  report: z.string().optional().describe('The report that these became'),
  created: z.string(),
  opened: z.string(),
});
export type PageView = z.infer<typeof pageView>;

export const pageViewList = z.object({ items: z.array(pageView) });

export const pageViewChange = z
  .object({
    title: z.string().trim().min(1).max(300).optional(),
    corrections: corrections.optional().describe('In place of those before; also a report, for annotators'),
  })
  .strict();
export type PageViewChange = z.infer<typeof pageViewChange>;

const nodes = z.array(z.number().int().min(0).max(10_000_000)).max(5000);

/** A reader's report of missing and extra parts. */
export const newFeedback = z
  .object({
    page: z.string().max(100).optional().describe('The id of a stored page'),
    view: z.string().max(100).optional().describe('The id of a view that was kept'),
    missing: nodes.describe('Nodes whose text should be there'),
    extra: nodes.describe('Nodes whose text should not'),
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
    view: z.string().max(100).optional().describe('A page that was read; its site is the site'),
    corrections: corrections.optional().describe('What was taken in and out of that page'),
  })
  .strict();
export type NewRuleTrial = z.infer<typeof newRuleTrial>;

const learned = z.object({
  own: beforeAfter.describe('Mean F1 on the pages it learned from'),
  heldOut: beforeAfter.optional().describe('Mean F1 on each page by the rules of the others'),
  each: z.array(pageBeforeAfter),
});

export const siteRules = z.object({
  site: z.string(),
  rules: z.object({ keep: z.array(z.string()), drop: z.array(z.string()) }),
  learned: learned.optional().describe('Where they were learned from labels'),
  created: z.string(),
  createdBy: z.string(),
});
export type SiteRulesEntry = z.infer<typeof siteRules>;

/** Effect that rules would have on pages of their site; nothing is saved. */
export const ruleTrial = z.object({
  site: z.string(),
  before: rules.describe('The rules that are in force now'),
  rules: rules.describe('All that would be'),
  refused: z
    .array(z.object({ selector: z.string(), page: z.string() }))
    .describe('Selectors that would take most of a page away, and that page'),
  pages: z.array(
    z.object({
      id: z.string(),
      title: z.string().optional(),
      url: z.string().optional(),
      before: z.number().int().describe('Words that are kept now'),
      after: z.number().int(),
      added: z.array(z.string()).describe('The first texts that would come'),
      removed: z.array(z.string()).describe('The first texts that would go'),
      blocks: z.number().int().describe('Blocks that would change'),
    }),
  ),
  learned: learned.optional(),
});
export type RuleTrial = z.infer<typeof ruleTrial>;

export const siteRulesList = z.object({ items: z.array(siteRules) });

export const labelledSites = z.object({ items: z.array(z.object({ site: z.string(), pages: z.number() })) });
