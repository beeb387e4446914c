import { listSiteRules, removeSiteRules, type StoredSiteRules, saveSiteRules } from '@webpith/store';
import { hostOfUrl, siteOf } from 'webpith/internals';
import { z } from 'zod';
import {
  labelledSites,
  newSiteRules,
  type SiteRulesEntry,
  siteRules,
  siteRulesList,
} from '../api/site-rules.js';
import { Problem } from '../problem.js';
import { labelledPagesOfSite, sitesWithLabels } from '../site-rules/labelled-site.js';
import type { LearnedSite } from '../site-rules/learn-site.js';
import type { Routes } from './route.js';

const tags = ['site rules'];
const params = z.object({ site: z.string().max(253) });

/** Corrections of single sites: learn, list, remove. */
export const siteRuleRoutes: Routes = (api, { store, threads, siteRules: book }) => {
  api.get(
    '/v1/site-rules',
    {
      config: { role: 'reader' },
      schema: { tags, summary: 'Rules, by site', response: { 200: siteRulesList } },
    },
    async () => ({ items: (await listSiteRules(store)).map(entryOf) }),
  );

  api.get(
    '/v1/site-rules/sites',
    {
      config: { role: 'reader' },
      schema: { tags, summary: 'Sites whose pages are labelled', response: { 200: labelledSites } },
    },
    async () => ({ items: await sitesWithLabels(store) }),
  );

  api.post(
    '/v1/site-rules',
    {
      config: { role: 'annotator' },
      schema: {
        tags,
        summary: 'Learn rules for a site from one to five of its labelled pages',
        body: newSiteRules,
        response: { 201: siteRules },
      },
    },
    async ({ body, caller }, reply) => {
      const site = siteOf({ url: hostOfUrl(body.site) ?? body.site }) ?? body.site;
      const pages = await labelledPagesOfSite(store, site);
      if (pages.length === 0) throw noPages(site);
      const weight = pages.reduce((sum, { html }) => sum + html.length, 0);
      const { output } = await threads.run('learn-site', { pages }, { weight });
      const { rules, learned } = JSON.parse(new TextDecoder().decode(output)) as LearnedSite;
      if (rules.keep.length + rules.drop.length === 0) throw noRule(site, learned);
      const saved = await saveSiteRules(store, { site, rules, learned, createdBy: caller.name });
      book.forget();
      return reply.code(201).send(entryOf(saved));
    },
  );

  api.delete(
    '/v1/site-rules/:site',
    {
      config: { role: 'annotator' },
      schema: { tags, summary: 'Remove the rules of a site', params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { site } = request.params;
      if (!(await removeSiteRules(store, site))) {
        throw new Problem(
          'not-found',
          `expected a site with rules, got ${JSON.stringify(site)}`,
          'Choose one of /v1/site-rules.',
        );
      }
      book.forget();
      return reply.code(204).send(null);
    },
  );
};

function noPages(site: string): Problem {
  return new Problem(
    'unprocessable',
    `expected labelled pages of ${site}, got none`,
    'Report or label one of its pages first.',
  );
}

function noRule(site: string, { own, heldOut }: LearnedSite['learned']): Problem {
  const why =
    own.before > 0.99
      ? 'the default is right on its labelled pages already'
      : heldOut !== undefined
        ? `what was learned from some of its ${own.pages} pages did not help the others (F1 ${heldOut.before} to ${heldOut.after})`
        : 'no selector tells its content from the rest';
  return new Problem(
    'unprocessable',
    `expected to learn a rule for ${site}, but ${why}`,
    'Label another of its pages, or train adapted.',
  );
}

function entryOf(stored: StoredSiteRules): SiteRulesEntry {
  const { rules, learned } = stored;
  return {
    ...stored,
    rules: { keep: [...rules.keep], drop: [...rules.drop] },
    learned: learned as SiteRulesEntry['learned'],
  };
}
