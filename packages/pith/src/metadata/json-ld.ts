import { pageKey } from './addresses.js';
import type { ClaimField, Claims } from './claims.js';
import { jsonValues } from './json-mend.js';
import { alike } from './likeness.js';
import type { PageIdentity } from './page-reading.js';
import type { Survey } from './survey.js';

export type LinkedObject = { readonly [key: string]: unknown };

export interface LinkedData {
  /** Objects about the page itself, best first. */
  readonly mains: readonly LinkedObject[];
  /** The strings and objects of a property value, with references by `@id` resolved. */
  resolve(value: unknown): readonly (string | LinkedObject)[];
}

interface Graph {
  readonly candidates: LinkedObject[];
  readonly byId: Map<string, LinkedObject>;
  size: number;
}

const MAX_SCRIPTS = 50;
const MAX_OBJECTS = 5_000;
const MAX_DEPTH = 32;
const MAX_BODY = 50_000;

/** Properties that lead to the subject of the page; others lead to parts, people, comments and other pages. */
const LEADS_ON = new Set(['@graph', 'mainEntity', 'mainEntityOfPage']);

/** Adds the claims of the page's main entities, the names of sites and all types; returns the parsed data. */
export function claimFromJsonLd(survey: Survey, identity: PageIdentity, claims: Claims): LinkedData {
  const graph: Graph = { candidates: [], byId: new Map(), size: 0 };
  for (const node of survey.jsonLd.slice(0, MAX_SCRIPTS)) {
    for (const value of jsonValues(survey.tree.textContent(node))) collect(value, graph);
  }
  const mains = mainEntities(graph.candidates, identity);
  for (const main of mains) claimObject(main, graph, claims);
  for (const object of graph.candidates) {
    for (const type of typesOf(object)) claims.schemaTypes.add(type);
    if (hasType(object, /^WebSite$/)) claimTexts(object.name, 'siteName', graph, claims);
  }
  return { mains, resolve: value => resolved(value, graph) };
}

interface Visit {
  readonly value: unknown;
  readonly depth: number;
  readonly isCandidate: boolean;
}

/** Collects candidates and objects with an `@id` in document order. Iterative, since the data may be deep. */
function collect(root: unknown, graph: Graph): void {
  const stack: Visit[] = [{ value: root, depth: 0, isCandidate: true }];
  while (stack.length > 0 && graph.size < MAX_OBJECTS) {
    const { value, depth, isCandidate } = stack.pop()!;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) continue;
    graph.size++;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_OBJECTS).reverse())
        stack.push({ value: item, depth: depth + 1, isCandidate });
      continue;
    }
    const object = value as LinkedObject;
    const id = object['@id'];
    if (typeof id === 'string' && Object.keys(object).length > 1 && !graph.byId.has(id))
      graph.byId.set(id, object);
    if (isCandidate) graph.candidates.push(object);
    for (const key of Object.keys(object).slice(0, 200).reverse()) {
      stack.push({ value: object[key], depth: depth + 1, isCandidate: isCandidate && LEADS_ON.has(key) });
    }
  }
}

/** Types of objects that may describe the page, most specific first. */
const KINDS: readonly RegExp[] = [
  /(?:Article|Posting|Report|LiveBlogPosting)$/,
  /^(?:Recipe|Review|HowTo|QAPage|Question|VideoObject|PodcastEpisode|Book|Event|Course|Dataset|JobPosting|Movie|CreativeWork|AudioObject|ImageGallery|TechArticle|FAQPage|Claim|ClaimReview|ScholarlyArticle|Chapter|Episode)$/,
  /(?:Page|WebPageElement|Product)$/,
];

/** The objects with the page's URL or title, best first; else the only one of a kind, unless of another page. */
function mainEntities(candidates: readonly LinkedObject[], identity: PageIdentity): LinkedObject[] {
  const mains: LinkedObject[] = [];
  for (const kind of KINDS) {
    const ofKind = candidates.filter(object => hasType(object, kind));
    const matching = ofKind.filter(object => namesPage(object, identity));
    if (matching.length > 0) mains.push(...matching.slice(0, 3));
    else if (ofKind.length === 1 && !namesOtherPage(ofKind[0]!, identity)) mains.push(ofKind[0]!);
  }
  return mains;
}

function hasType(object: LinkedObject, pattern: RegExp): boolean {
  return typesOf(object).some(type => pattern.test(type));
}

function typesOf(object: LinkedObject): string[] {
  const type = object['@type'];
  const types: readonly unknown[] = Array.isArray(type) ? type.slice(0, 10) : [type];
  return types
    .filter((t): t is string => typeof t === 'string' && t.length < 100)
    .map(t => t.slice(t.lastIndexOf('/') + 1));
}

function namesPage(object: LinkedObject, identity: PageIdentity): boolean {
  if (addressesOf(object).some(address => identity.pageKeys.has(pageKey(address, identity.base))))
    return true;
  const headline = [object.headline, object.name].find(title => typeof title === 'string' && title !== '');
  return (
    typeof headline === 'string' &&
    [...identity.titles, ...identity.headings].some(title => alike(headline, title))
  );
}

/** For an object that does not match the page: true if it has a URL and a headline, so that a match was possible. */
function namesOtherPage(object: LinkedObject, identity: PageIdentity): boolean {
  const hasHeadline =
    typeof object.headline === 'string' &&
    object.headline !== '' &&
    identity.titles.length + identity.headings.length > 0;
  return (
    hasHeadline &&
    addressesOf(object).some(address => /^https?:/.test(address)) &&
    identity.addresses.length > 0
  );
}

function addressesOf(object: LinkedObject): string[] {
  const page = object.mainEntityOfPage;
  const pageId = typeof page === 'object' && page !== null ? (page as LinkedObject)['@id'] : page;
  return [object.url, object['@id'], pageId].filter(value => typeof value === 'string');
}

const TEXTS: readonly (readonly [ClaimField, readonly string[]])[] = [
  ['title', ['headline', 'name']],
  ['siteName', ['publisher']],
  ['description', ['description', 'abstract']],
  ['language', ['inLanguage']],
  ['tag', ['keywords']],
  ['section', ['articleSection']],
];

function claimObject(object: LinkedObject, graph: Graph, claims: Claims): void {
  if (typeof object.articleBody === 'string') claims.articleBody ??= object.articleBody.slice(0, MAX_BODY);
  for (const [field, properties] of TEXTS) {
    const property = properties.find(
      name => object[name] !== undefined && object[name] !== null && object[name] !== '',
    );
    if (property !== undefined) claimTexts(object[property], field, graph, claims);
  }
  claimAuthors(object.author ?? object.creator, graph, claims);
  for (const image of resolved(object.image ?? object.thumbnailUrl, graph)) {
    const address = typeof image === 'string' ? image : (image.url ?? image.contentUrl);
    if (typeof address === 'string') claims.add('image', address, 'json-ld');
  }
  for (const license of resolved(object.license, graph)) {
    const value = typeof license === 'string' ? license : (license.url ?? license['@id'] ?? license.name);
    if (typeof value === 'string') claims.add('license', value, 'json-ld');
  }
  const free = object.isAccessibleForFree;
  if (free !== undefined) claims.add('free', String(free).toLowerCase().slice(0, 40), 'json-ld');
}

function claimTexts(value: unknown, field: ClaimField, graph: Graph, claims: Claims): void {
  for (const item of resolved(value, graph)) {
    const text = typeof item === 'string' ? item : (item.name ?? item['@value']);
    if (typeof text === 'string') claims.add(field, text, 'json-ld');
  }
}

function claimAuthors(value: unknown, graph: Graph, claims: Claims): void {
  for (const author of resolved(value, graph)) {
    const isOrganisation = typeof author === 'object' && hasType(author, /Organi[sz]ation$/);
    const name = typeof author === 'string' ? author : author.name;
    for (const text of Array.isArray(name) ? name.slice(0, 50) : [name]) {
      if (typeof text === 'string') claims.add(isOrganisation ? 'organisation' : 'author', text, 'json-ld');
    }
  }
}

function resolved(value: unknown, graph: Graph): (string | LinkedObject)[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, 50).flat(1).slice(0, 100) : [value];
  const found: (string | LinkedObject)[] = [];
  for (const item of list) {
    if (typeof item === 'string') found.push(item);
    else if (typeof item === 'number') found.push(String(item));
    else if (typeof item === 'object' && item !== null) {
      const object = item as LinkedObject;
      const id = object['@id'];
      const isReference = typeof id === 'string' && object.name === undefined && object.url === undefined;
      found.push((isReference ? graph.byId.get(id) : undefined) ?? object);
    }
  }
  return found;
}
