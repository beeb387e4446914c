import type { Blocks } from '../blocks/blocks.js';
import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { hostOf, pageKey, webAddress } from './addresses.js';
import { Claims, tidy } from './claims.js';
import type { DateReading } from './dates.js';
import { claimFromJsonLd, type LinkedData } from './json-ld.js';
import { dayFirst, languageTag } from './language.js';
import { claimFromMetaTags, claimFromRelations, type MetaTags, readMetaTags } from './meta-tags.js';
import type { Sourced } from './metadata.js';
import { claimFromMicrodata } from './microdata.js';
import { nodeText } from './node-text.js';
import { Outskirts } from './outskirts.js';
import { SiteNames } from './site-name.js';
import { type Survey, surveyTree } from './survey.js';
import { type Heading, titleHeading } from './title-heading.js';
import { titleByOrder } from './titles/choose.js';
import { type Vicinity, vicinity } from './vicinity.js';

/** The sources of the metadata of a page. Every field is chosen from these. */
export class PageReading {
  readonly blocks: Blocks;
  readonly survey: Survey;
  readonly tags: MetaTags;
  readonly identity: PageIdentity;
  readonly claims = new Claims();
  readonly linked: LinkedData;
  readonly language: Sourced<string> | undefined;
  readonly host: string;
  readonly siteNames: readonly string[];
  readonly site: SiteNames;
  readonly heading: Heading | undefined;
  readonly outskirts: Outskirts;
  /** The title by a fixed order of sources. It is cheap, and an input of the block features. */
  readonly title: Sourced<string> | undefined;
  readonly #readingOf: DateReadingOf;
  #elsewhere: Outskirts | undefined;
  #near: Vicinity | undefined;
  #dates: DateReading | undefined;

  constructor(blocks: Blocks, url?: string, readingOf: DateReadingOf = plainReading) {
    const { tree } = blocks;
    this.blocks = blocks;
    this.survey = surveyTree(tree);
    this.tags = readMetaTags(this.survey);
    this.identity = pageIdentity(this.survey, this.tags, url);
    this.linked = claimFromJsonLd(this.survey, this.identity, this.claims);
    claimFromMetaTags(this.tags, this.claims);
    claimFromRelations(this.survey, this.claims);
    const likely = titleHeading(blocks, this.identity.titles);
    const node = likely?.node ?? -1;
    claimFromMicrodata(this.survey, node, new Outskirts(tree, node), this.claims);
    this.language = pageLanguage(this.survey, this.claims);
    this.host = hostOf(this.address);
    this.siteNames = this.claims.of('siteName').map(({ value }) => value);
    this.site = new SiteNames(this.siteNames, this.host);
    this.heading = ownHeading(blocks, this.identity.titles, likely, this.site);
    this.outskirts = new Outskirts(tree, this.heading?.node ?? -1);
    this.title = titleByOrder(this);
    this.#readingOf = readingOf;
  }

  /** The URL the page was fetched from, else the one it declares. */
  get address(): string | undefined {
    return this.identity.addresses[0];
  }

  /** The part of the outskirts that surely concerns other pages. */
  get elsewhere(): Outskirts {
    this.#elsewhere ??= new Outskirts(this.blocks.tree, this.heading?.node ?? -1, true);
    return this.#elsewhere;
  }

  get near(): Vicinity {
    this.#near ??= vicinity(this.blocks, this.heading, this.outskirts);
    return this.#near;
  }

  get dates(): DateReading {
    this.#dates ??= this.#readingOf(this.blocks, this.language?.value, this.host);
    return this.#dates;
  }
}

type DateReadingOf = (blocks: Blocks, language: string | undefined, host: string) => DateReading;

/** Uses no locale data, which the small build leaves out. */
function plainReading(_: Blocks, language: string | undefined, host: string): DateReading {
  return { language, dayFirst: dayFirst(language, host) };
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

function pageLanguage(survey: Survey, claims: Claims): Sourced<string> | undefined {
  const attribute = rootAttribute(survey, ATTR.lang) ?? rootAttribute(survey, ATTR['xml:lang']);
  const value = attribute === undefined ? undefined : languageTag(attribute);
  if (value !== undefined) return { value, source: 'html-lang' };
  return claims.first('language', languageTag, ['json-ld', 'meta', 'open-graph']);
}

export function rootAttribute(survey: Survey, name: number): string | undefined {
  for (const node of [survey.html, survey.body]) {
    const value = node < 0 ? undefined : survey.tree.attribute(node, name);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

export interface PageIdentity {
  readonly base: string | undefined;
  /** The canonical URL or that of Open Graph, if absolute. */
  readonly declared: string | undefined;
  /** The URL that the page was fetched from, the canonical one and that of Open Graph. */
  readonly addresses: readonly string[];
  /** Keys of `addresses`, without that of the front page, which some sites declare on every page. */
  readonly pageKeys: ReadonlySet<string>;
  readonly titles: readonly string[];
  readonly headings: readonly string[];
  readonly element: string | undefined;
}

const ABSOLUTE = /^\s{0,9}https?:\/\/[^/]/i;
const MAX_HEADINGS = 5;
const MAX_TITLE = 1_000;

function pageIdentity(survey: Survey, tags: MetaTags, url: string | undefined): PageIdentity {
  const { tree } = survey;
  const canonical = survey.relations.find(
    node => tree.attribute(node, ATTR.rel)!.toLowerCase() === 'canonical',
  );
  const addresses = [
    url,
    canonical === undefined ? undefined : tree.attribute(canonical, ATTR.href),
    tags.get('og:url'),
  ];
  const declared = addresses.slice(1).find(address => ABSOLUTE.test(address ?? ''));
  const own = url ?? declared;
  const based = survey.base < 0 ? undefined : tree.attribute(survey.base, ATTR.href);
  const base = (based === undefined ? undefined : webAddress(based, own)) ?? own;
  const element = elementTitle(tree, survey.title);
  const known = distinct(addresses);
  return {
    base,
    declared,
    addresses: known,
    pageKeys: new Set(known.map(address => pageKey(address, base)).filter(key => key.includes('/'))),
    titles: distinct([element, tags.get('og:title'), tags.get('twitter:title')]),
    headings: distinct(survey.headings.slice(0, MAX_HEADINGS).map(node => nodeText(tree, node))),
    element,
  };
}

/** The text of a title element; undefined without one. */
export function elementTitle(tree: PageTree, node: number): string | undefined {
  return node < 0 ? undefined : tidy(tree.textContent(node).slice(0, MAX_TITLE));
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values)].filter(value => value !== undefined && value.trim() !== '') as string[];
}
