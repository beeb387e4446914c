import type { Blocks } from '../blocks/blocks.js';
import { withMade } from '../made.js';
import { once } from '../once.js';
import { ATTR } from '../tree/names.js';
import { hostOf, webAddress } from './addresses.js';
import { pageAuthors, persons } from './authors.js';
import { Claims } from './claims.js';
import { claimFromJsonLd } from './json-ld.js';
import { dayFirst, direction, languageTag } from './language.js';
import { claimFromMetaTags, type MetaTags, readMetaTags } from './meta-tags.js';
import type { Declarations, Metadata, MetadataOptions, Sourced } from './metadata.js';
import { claimFromMicrodata } from './microdata.js';
import { Outskirts } from './outskirts.js';
import { pageFacts } from './page-facts.js';
import { modificationDate, publicationDate } from './published.js';
import { claimFromRelations } from './relations.js';
import { SiteNames } from './site-name.js';
import { type Survey, surveyTree } from './survey.js';
import { tagsOf } from './tags.js';
import { pageTitle } from './title.js';
import { titleHeading } from './title-heading.js';
import { dateFromUrl } from './url-date.js';
import { vicinity } from './vicinity.js';
import { claimVisibleAuthors } from './visible-authors.js';
import { claimVisibleDates } from './visible-dates.js';

/**
 * What a page says about itself. Every source makes its claims; then each field takes the claim of the source it trusts
 * most, if it passes the field's check. What is visible is read only when the structured data leave something open.
 */
export function metadataFromBlocks(blocks: Blocks, options: MetadataOptions = {}): Metadata {
  return readMetadata(blocks, options).metadata;
}

/** What is read of a page's metadata at once, and the rest, which is made when first asked for. */
export interface ReadMetadata {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly declarations: Declarations;
  readonly metadata: Metadata;
}

/** The metadata of a page, and what it declares to be. */
export function readMetadata(blocks: Blocks, options: MetadataOptions = {}): ReadMetadata {
  const survey = surveyTree(blocks.tree);
  const claims = new Claims();
  const tags = readMetaTags(survey);
  const facts = pageFacts(survey, tags, options.url);
  claimFromJsonLd(survey, facts, claims);
  claimFromMetaTags(tags, claims);
  claimFromRelations(survey, claims);

  const heading = titleHeading(blocks, facts.titles, new Outskirts(blocks.tree, -1));
  const outskirts = new Outskirts(blocks.tree, heading?.node ?? -1);
  claimFromMicrodata(survey, heading?.node ?? -1, outskirts, claims);

  const language = pageLanguage(survey, claims);
  const host = hostOf(options.url ?? facts.addresses[0]);
  const reading = { language: language?.value, dayFirst: dayFirst(language?.value, host) };
  const siteNames = claims.of('siteName').map(claim => claim.value);
  const title = pageTitle({ element: facts.element, claims, site: new SiteNames(siteNames, host) }, heading);
  const text = (limit: number) => (value: string) => (value.length <= limit ? value : undefined);
  const description = claims.first('description', text(5_000), ['open-graph', 'meta', 'json-ld']);

  const address = (value: string) => webAddress(value, facts.base);
  const licence = (value: string) => (isAddress(value) ? address(value) : text(500)(value));
  const metadata = once(() => {
    const near = vicinity(blocks, heading, outskirts);
    const stated = persons(claims, siteNames);
    if (stated === undefined) claimVisibleAuthors(survey, near, claims);
    if (options.url !== undefined) claims.add('published', dateFromUrl(options.url) ?? '', 'url');
    claimVisibleDates(survey, near, heading?.block, reading, claims);
    return given({
      title,
      authors: stated ?? pageAuthors(claims, siteNames),
      published: publicationDate(claims, reading),
      modified: modificationDate(claims, reading),
      siteName: claims.first('siteName', text(200), ['open-graph', 'json-ld']),
      description,
      image: claims.first('image', address, ['open-graph', 'json-ld', 'twitter']),
      canonicalUrl: claims.first('canonicalUrl', address, ['link', 'open-graph']),
      language,
      direction: direction(rootAttribute(survey, ATTR.dir), language),
      tags: tagsOf(claims),
      section: claims.first('section', text(200), ['open-graph', 'json-ld']),
      license: claims.first('license', licence, ['rel-license', 'json-ld']),
      paywalled: claims.first('free', value => ({ true: false, false: true })[value as 'true' | 'false']),
    });
  });
  const read = {
    title: title?.value,
    description: description?.value,
    declarations: declarations(survey, tags, claims),
  };
  return withMade(read, { metadata });
}

function declarations(survey: Survey, tags: MetaTags, claims: Claims): Declarations {
  for (const node of survey.items) {
    const type = survey.tree.attribute(node, ATTR.itemtype)!;
    if (type.length < 200) claims.schemaTypes.add(type.slice(type.lastIndexOf('/') + 1).trim());
  }
  return {
    ogType: tags.get('og:type'),
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

/** A licence is named or linked to. */
function isAddress(value: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(value);
}

type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/** Without the fields that are not given. */
function given(fields: Optional<Metadata>): Metadata {
  const metadata: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) metadata[name] = value;
  return metadata as Metadata;
}
