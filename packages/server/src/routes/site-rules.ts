import {
  listSiteRules,
  readSiteRules,
  removeSiteRules,
  type StoredSiteRules,
  saveSiteRules,
} from '@webpith/store';
import { hostOfUrl, siteOf } from 'webpith/stages';
import { z } from 'zod';
import {
  labelledSites,
  type NewRuleTrial,
  newRuleTrial,
  newSiteRules,
  type RuleTrial,
  ruleTrial,
  type SiteRulesEntry,
  siteRules,
  siteRulesList,
} from '../api/reading.js';
import { pageOfView } from '../extraction/extract.js';
import { notFound, Problem } from '../problem.js';
import type { Services } from '../services.js';
import type { LearnedSite } from '../site-rules/learn-rules.js';
import { knownPagesOfSite, labelledPagesOfSite, sitesWithLabels } from '../site-rules/site-pages.js';
import type { Tried } from '../site-rules/try-rules.js';
import { jsonOf } from '../threads/threads.js';
import { type Routes, routesFor } from './route.js';

const route = routesFor('site rules');
const params = z.object({ site: z.string().max(253) });

export const siteRuleRoutes: Routes = (api, services) => {
  const { store, siteRules: cache } = services;

  api.get(
    '/v1/site-rules',
    route('reader', 'Rules, by site', { response: { 200: siteRulesList } }),
    async () => ({ items: (await listSiteRules(store)).map(entryOf) }),
  );

  api.get(
    '/v1/site-rules/sites',
    route('reader', 'Sites with labelled pages', { response: { 200: labelledSites } }),
    async () => ({ items: await sitesWithLabels(store) }),
  );

  api.post(
    '/v1/site-rules/trial',
    route('reader', 'Preview the effect of rules on pages of a site', {
      body: newRuleTrial,
      response: { 200: ruleTrial },
    }),
    async ({ body, caller }) => await trialOf(services, body, caller.name),
  );

  api.post(
    '/v1/site-rules',
    route('annotator', 'Save rules for a site', { body: newSiteRules, response: { 201: siteRules } }),
    async ({ body, caller }, reply) => {
      const { site, rules, refused, learned } = await trialOf(services, body, caller.name);
      if (refused[0] !== undefined) {
        const { selector, page } = refused[0];
        throw new Problem(
          'unprocessable',
          `The selector ${selector} would remove most of the text of “${page}”.`,
          'Leave out this selector.',
        );
      }
      const saved = await saveSiteRules(store, {
        site,
        rules,
        learned: learned ?? null,
        createdBy: caller.name,
      });
      cache.forget();
      return reply.code(201).send(entryOf(saved));
    },
  );

  api.delete(
    '/v1/site-rules/:site',
    route('annotator', 'Remove the rules of a site', { params, response: { 204: z.null() } }),
    async (request, reply) => {
      const { site } = request.params;
      if (!(await removeSiteRules(store, site))) {
        throw notFound('rule for the site', site, 'Choose a site that has rules.');
      }
      cache.forget();
      return reply.code(204).send(null);
    },
  );
};

async function trialOf(services: Services, request: NewRuleTrial, by: string): Promise<RuleTrial> {
  const { store, threads } = services;
  const page = request.view === undefined ? undefined : await pageOfView(request.view, services);
  const site = siteOfRequest(request, page?.url);
  const before = (await readSiteRules(store, site))?.rules ?? { keep: [], drop: [] };
  const corrected = page && request.corrections && { page, corrections: request.corrections };
  const learned = request.rules || corrected ? undefined : await learnedFor(services, site);
  const pages = await knownPagesOfSite(store, site, by);
  const rules = request.rules ?? learned?.rules;
  const input = { pages, before, rules, corrected };
  const weight = pages.reduce((sum, known) => sum + known.page.bytes.length, 0);
  const tried = jsonOf<Tried>(await threads.run('try-rules', input, { weight }));
  if (corrected && tried.refused.length === 0 && countRules(tried.rules) === countRules(before)) {
    throw new Problem(
      'unprocessable',
      `No selector separates these parts of ${site} from the rest.`,
      'The correction of this page is kept. Train with feedback to learn from it.',
    );
  }
  return { site, before, ...tried, learned: learned?.learned };
}

function siteOfRequest({ site }: NewRuleTrial, url: string | undefined): string {
  const named = site ?? (url === undefined ? undefined : siteOf({ url }));
  if (named !== undefined) return siteOf({ url: hostOfUrl(named) ?? named }) ?? named;
  throw new Problem(
    'unprocessable',
    'The site is unknown: the page has no address.',
    'Enter the site, or open the page by its address.',
  );
}

async function learnedFor({ store, threads }: Services, site: string): Promise<LearnedSite> {
  const pages = await labelledPagesOfSite(store, site);
  if (pages.length === 0) {
    throw new Problem(
      'unprocessable',
      `There are no labelled pages of ${site}.`,
      'Report or label one of its pages first.',
    );
  }
  const weight = pages.reduce((sum, { html }) => sum + html.length, 0);
  const found = jsonOf<LearnedSite>(await threads.run('learn-site', { pages }, { weight }));
  if (countRules(found.rules) === 0) throw noRule(site, found.learned);
  return found;
}

const countRules = ({ keep, drop }: RuleTrial['rules']) => keep.length + drop.length;

function noRule(site: string, { own, heldOut }: NonNullable<LearnedSite['learned']>): Problem {
  const why =
    own.before > 0.99
      ? 'the default is already right on its labelled pages'
      : heldOut !== undefined
        ? `rules from some of its ${own.pages} pages did not improve the others (F1 ${heldOut.before} to ${heldOut.after})`
        : 'no selector separates its content from the rest';
  return new Problem(
    'unprocessable',
    `No rule was learned for ${site}: ${why}.`,
    'Label another of its pages, or train the method adapted.',
  );
}

function entryOf(stored: StoredSiteRules): SiteRulesEntry {
  return { ...stored, learned: (stored.learned ?? undefined) as SiteRulesEntry['learned'] };
}
