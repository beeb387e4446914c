import type { Blocks } from '../blocks/blocks.js';
import { once } from '../lazy.js';
import { ATTR } from '../tree/names.js';
import { hostOf, webAddress } from './addresses.js';
import { claimVisibleAuthors, pageAuthors, persons } from './authors-by-order.js';
import { byTrust, Claims } from './claims.js';
import { claimVisibleDates, modificationDate, publicationDate } from './dates-by-order.js';
import type { PageReading } from './facts/page-reading.js';
import { claimFromJsonLd } from './json-ld.js';
import { dayFirst, direction, languageTag } from './language.js';
import { claimFromMetaTags, claimFromRelations, type MetaTags, readMetaTags } from './meta-tags.js';
import { type Declarations, given, type Metadata, type MetadataOptions, type Sourced } from './metadata.js';
import { claimFromMicrodata } from './microdata.js';
import { Outskirts } from './outskirts.js';
import { pageIdentity } from './page-identity.js';
import { SiteNames } from './site-name.js';
import { type Survey, surveyTree } from './survey.js';
import { pageTitle } from './title.js';
import { type Heading, titleHeading } from './title-heading.js';
import { dateFromUrl } from './url-date.js';
import { vicinity } from './vicinity.js';

/**
 * Reads the claims of all sources and picks each field by a fixed order of sources. Imports no ranker weights, so that
 * the small build does not contain them.
 */
export function readByOrder(blocks: Blocks, options: MetadataOptions = {}) {
  const survey = surveyTree(blocks.tree);
  const claims = new Claims();
  const tags = readMetaTags(survey);
  const identity = pageIdentity(survey, tags, options.url);
  const linked = claimFromJsonLd(survey, identity, claims);
  claimFromMetaTags(tags, claims);
  claimFromRelations(survey, claims);

  const likely = titleHeading(blocks, identity.titles);
  claimFromMicrodata(survey, likely?.node ?? -1, new Outskirts(blocks.tree, likely?.node ?? -1), claims);

  const language = pageLanguage(survey, claims);
  const host = hostOf(options.url ?? identity.addresses[0]);
  const siteNames = claims.of('siteName').map(claim => claim.value);
  const site = new SiteNames(siteNames, host);
  const heading = ownHeading(blocks, identity.titles, likely, site);
  const outskirts = new Outskirts(blocks.tree, heading?.node ?? -1);
  const title = pageTitle({ element: identity.element, claims, site }, heading);
  const description = claims.first('description', shortText(5_000), ['open-graph', 'meta', 'json-ld']);
  const near = once(() => vicinity(blocks, heading, outskirts));
  const plain = once(() => plainFields(claims, identity.base, survey, language, description));
  const byOrder = once(() => {
    const reading = { language: language?.value, dayFirst: dayFirst(language?.value, host) };
    const read = { survey, claims, siteNames, heading, near: near() };
    const dated = datesAndAuthorsByOrder(read, reading, options.url);
    return given<Metadata>({ title, ...dated, ...plain() });
  });
  return {
    title: title?.value,
    description: description?.value,
    heading: heading?.block,
    declarations: declarations(survey, tags, claims),
    byOrder,
    plain,
    language: language?.value,
    host,
    near,
    sources: { blocks, survey, tags, linked, claims, identity, heading, outskirts, site, siteNames },
  };
}

/** The likeliest heading, or the next one if that is only the name of the site. */
function ownHeading(
  blocks: Blocks,
  titles: readonly string[],
  likely: Heading | undefined,
  site: SiteNames,
): Heading | undefined {
  if (likely === undefined || !site.is(likely.text)) return likely;
  return titleHeading(blocks, titles, text => site.is(text)) ?? likely;
}

/** Works on a copy of the claims, since the rankers must not see visible values as claims. */
function datesAndAuthorsByOrder(
  page: Pick<PageReading, 'survey' | 'claims' | 'siteNames' | 'heading' | 'near'>,
  reading: { language: string | undefined; dayFirst: boolean },
  url: string | undefined,
) {
  const claims = page.claims.copy();
  const stated = persons(claims, page.siteNames);
  if (stated === undefined) claimVisibleAuthors(page.survey, page.near, claims);
  if (url !== undefined) claims.add('published', dateFromUrl(url) ?? '', 'url');
  claimVisibleDates(page.survey, page.near, page.heading?.block, reading, claims);
  return {
    authors: stated ?? pageAuthors(claims, page.siteNames),
    published: publicationDate(claims, reading),
    modified: modificationDate(claims, reading),
  };
}

/** The fields that are not ranked: each takes the most trusted claim that passes its check. */
function plainFields(
  claims: Claims,
  base: string | undefined,
  survey: Survey,
  language: Sourced<string> | undefined,
  description: Sourced<string> | undefined,
) {
  const address = (value: string) => webAddress(value, base);
  const licence = (value: string) => (isAddress(value) ? address(value) : shortText(500)(value));
  return {
    siteName: claims.first('siteName', shortText(200), ['open-graph', 'json-ld']),
    description,
    image: claims.first('image', address, ['open-graph', 'json-ld', 'twitter']),
    canonicalUrl: claims.first('canonicalUrl', address, ['link', 'open-graph']),
    language,
    direction: direction(rootAttribute(survey, ATTR.dir), language),
    tags: tagsOf(claims),
    section: claims.first('section', shortText(200), ['open-graph', 'json-ld']),
    license: claims.first('license', licence, ['rel-license', 'json-ld']),
    paywalled: claims.first('free', value => ({ true: false, false: true })[value as 'true' | 'false']),
  };
}

function shortText(limit: number): (value: string) => string | undefined {
  return value => (value.length <= limit ? value : undefined);
}

function declarations(survey: Survey, tags: MetaTags, claims: Claims): Declarations {
  for (const node of survey.items) {
    const type = survey.tree.attribute(node, ATTR.itemtype)!;
    if (type.length < 200) claims.schemaTypes.add(type.slice(type.lastIndexOf('/') + 1).trim());
  }
  return {
    ogType: tags.get('og:type'),
    generator: tags.all('generator').join(' ').slice(0, 500),
    schemaTypes: [...claims.schemaTypes],
    articleBody: claims.articleBody,
  };
}

function pageLanguage(survey: Survey, claims: Claims): Sourced<string> | undefined {
  const attribute = rootAttribute(survey, ATTR.lang) ?? rootAttribute(survey, ATTR['xml:lang']);
  const value = attribute === undefined ? undefined : languageTag(attribute);
  if (value !== undefined) return { value, source: 'html-lang' };
  return claims.first('language', languageTag, ['json-ld', 'meta', 'open-graph']);
}

function rootAttribute(survey: Survey, name: number): string | undefined {
  for (const node of [survey.html, survey.body]) {
    const value = node < 0 ? undefined : survey.tree.attribute(node, name);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

function isAddress(value: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(value);
}

/** More tags are keyword lists, longer ones sentences. Set by hand. */
const MAX_TAGS = 50;
const MAX_TAG = 80;

export function tagsOf(claims: Claims): Sourced<readonly string[]> | undefined {
  const sorted = byTrust(claims.of('tag'), ['json-ld', 'open-graph', 'meta']);
  const source = sorted[0]?.source;
  if (source === undefined) return undefined;
  const tags = new Map<string, string>();
  for (const claim of sorted) {
    if (claim.source !== source) break;
    for (const part of claim.value.split(/[,;，、]/)) {
      const tag = part.trim();
      if (tag !== '' && tag.length <= MAX_TAG && !tags.has(tag.toLowerCase()))
        tags.set(tag.toLowerCase(), tag);
    }
  }
  return tags.size > 0 ? { value: [...tags.values()].slice(0, MAX_TAGS), source } : undefined;
}
