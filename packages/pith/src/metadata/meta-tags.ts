import { ATTR, TAG } from '../tree/names.js';
import { type ClaimField, type Claims, MAX_VALUE } from './claims.js';
import type { MetadataSource } from './metadata.js';
import type { Survey } from './survey.js';

export class MetaTags {
  private readonly values = new Map<string, string[]>();

  add(name: string, value: string): void {
    const known = this.values.get(name);
    if (known === undefined) this.values.set(name, [value]);
    else known.push(value);
  }

  get(name: string): string | undefined {
    return this.values.get(name)?.[0];
  }

  entries(): Iterable<readonly [name: string, values: readonly string[]]> {
    return this.values.entries();
  }

  all(name: string): readonly string[] {
    return this.values.get(name) ?? NONE;
  }
}

const NONE: readonly string[] = [];
const NAMING = [ATTR.property, ATTR.name, ATTR.itemprop, ATTR['http-equiv']];
const MAX_NAME = 100;

/** An element with several names is stored under each. */
export function readMetaTags({ tree, metas }: Survey): MetaTags {
  const tags = new MetaTags();
  for (const node of metas) {
    const value = tree.attribute(node, ATTR.content) ?? tree.attribute(node, ATTR.value);
    if (value === undefined || value === '' || value.length > MAX_VALUE) continue;
    for (const attribute of NAMING) {
      const names = tree.attribute(node, attribute);
      if (names === undefined || names.length > MAX_NAME) continue;
      if (attribute === ATTR.itemprop && tree.attributeIndex(node, ATTR.name) >= 0) continue;
      const prefix = attribute === ATTR.itemprop ? 'itemprop:' : '';
      for (const name of names.toLowerCase().split(/\s+/)) tags.add(prefix + name, value);
    }
  }
  return tags;
}

type Row = readonly [field: ClaimField, source: MetadataSource, names: string];

/** Names by field and source, in the order of the claims. Dates are read from all tags: see `dates/stated`. */
// biome-ignore format: a table reads better in rows
const ROWS: readonly Row[] = [
  ['title', 'open-graph', 'og:title'],
  ['title', 'twitter', 'twitter:title twitter:text:title'],
  ['title', 'dublin-core', 'dc.title dcterms.title dc:title dcterms:title'],
  ['title', 'meta', 'parsely-title sailthru.title citation_title title headline itemprop:headline'],
  ['author', 'open-graph', 'article:author og:article:author og:author book:author'],
  ['author', 'dublin-core', 'dc.creator dcterms.creator dc:creator dcterms:creator dc.creator.name'],
  ['author', 'meta', 'parsely-author sailthru.author citation_author cxenseparse:author byl author_name article.author'],
  ['author', 'meta', 'author authors byline dcsext.author vr:author bt:author article:author_name creator'],
  ['author', 'twitter', 'twitter:data1'],
  ['siteName', 'open-graph', 'og:site_name'],
  ['siteName', 'meta', 'application-name apple-mobile-web-app-title citation_journal_title'],
  ['siteName', 'dublin-core', 'dc.publisher dcterms.publisher'],
  ['description', 'open-graph', 'og:description'],
  ['description', 'meta', 'description itemprop:description sailthru.description'],
  ['description', 'twitter', 'twitter:description'],
  ['description', 'dublin-core', 'dc.description dcterms.description dcterms.abstract'],
  ['image', 'open-graph', 'og:image:secure_url og:image og:image:url'],
  ['image', 'twitter', 'twitter:image twitter:image:src'],
  ['image', 'meta', 'thumbnail itemprop:image sailthru.image.full parsely-image-url msapplication-tileimage'],
  ['canonicalUrl', 'open-graph', 'og:url'],
  ['language', 'meta', 'content-language language itemprop:inlanguage citation_language'],
  ['language', 'open-graph', 'og:locale'],
  ['language', 'dublin-core', 'dc.language dcterms.language'],
  ['tag', 'open-graph', 'article:tag og:article:tag'],
  ['tag', 'meta', 'news_keywords keywords parsely-tags sailthru.tags itemprop:keywords citation_keywords'],
  ['tag', 'dublin-core', 'dc.subject dcterms.subject'],
  ['section', 'open-graph', 'article:section og:article:section'],
  ['section', 'meta', 'parsely-section section itemprop:articlesection cxenseparse:section'],
  ['license', 'dublin-core', 'dcterms.license dc.rights dcterms.rights dcterms.accessrights'],
  ['license', 'meta', 'license licence itemprop:license'],
];
const TABLE = ROWS.map(([field, source, names]) => ({ field, source, names: names.split(' ') }));

/** Bibliographic tags, which often have the family name first. */
const INVERTED = new Set(['citation_author', 'dc.creator', 'dcterms.creator']);

function firstNameFirst(name: string): string {
  const match = /^([^,;]{1,60}),\s([^,;]{1,60})$/.exec(name);
  return match === null ? name : `${match[2]} ${match[1]}`;
}

const CLOSED_TIERS = new Set(['locked', 'metered', 'paid', 'premium']);

export function claimFromMetaTags(tags: MetaTags, claims: Claims): void {
  for (const { field, source, names } of TABLE) {
    for (const name of names) {
      for (const value of tags.all(name)) {
        if (isOfField(name, tags))
          claims.add(field, INVERTED.has(name) ? firstNameFirst(value) : value, source);
      }
    }
  }
  const tier = tags.get('article:content_tier')?.toLowerCase();
  if (tier !== undefined) claims.add('free', String(!CLOSED_TIERS.has(tier)), 'open-graph');
}

/** Twitter's free-form field is an author only if its label names one. */
function isOfField(name: string, tags: MetaTags): boolean {
  return (
    name !== 'twitter:data1' ||
    /^(?:written by|verfasst von|escrito por|écrit par|door|autor)/i.test(tags.get('twitter:label1') ?? '')
  );
}

export function claimFromRelations({ tree, relations }: Survey, claims: Claims): void {
  for (const node of relations) {
    const relation = tree.attribute(node, ATTR.rel)!;
    if (relation.length > 100) continue;
    const isLink = tree.tag[node] === TAG.link;
    for (const kind of relation.toLowerCase().split(/\s+/)) {
      if (kind === 'license') claims.add('license', tree.attribute(node, ATTR.href) ?? '', 'rel-license');
      else if (isLink && kind === 'canonical')
        claims.add('canonicalUrl', tree.attribute(node, ATTR.href) ?? '', 'link');
      else if (isLink && kind === 'image_src')
        claims.add('image', tree.attribute(node, ATTR.href) ?? '', 'link');
    }
  }
}
