import { ATTR } from '../tree/names.js';
import { webAddress } from './addresses.js';
import { authorsByOrder } from './authors/choose.js';
import { byTrust, type Claims } from './claims.js';
import { type DatesByOrder, datesByOrder } from './dates/choose.js';
import { direction } from './language.js';
import { type Declarations, given, type Metadata, type Sourced } from './metadata.js';
import { type PageReading, rootAttribute } from './page-reading.js';

/** The fields that are chosen among candidates. The page declares the others. */
export interface Choices {
  readonly title: Sourced<string> | undefined;
  readonly authors: Sourced<readonly string[]> | undefined;
  readonly published: Sourced<string> | undefined;
  readonly modified: Sourced<string> | undefined;
  /** For pages that declare none. */
  readonly siteName?: Sourced<string> | undefined;
}

type DeclaredFields = Omit<Metadata, Exclude<keyof Choices, 'siteName'>>;

/** Metadata of a page. Fields are computed on first access, except for the inputs of the block features. */
export class PageMetadata<Chosen extends Choices = Choices> {
  readonly page: PageReading;
  readonly choices: Chosen;
  /** The title by a fixed order of sources, which may differ from the chosen one. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** The block that shows the title. */
  readonly heading: number | undefined;
  readonly declarations: Declarations;
  readonly #description: Sourced<string> | undefined;
  #declared: DeclaredFields | undefined;

  constructor(page: PageReading, choices: Chosen) {
    this.page = page;
    this.choices = choices;
    this.#description = page.claims.first('description', shortText(5_000), ['open-graph', 'meta', 'json-ld']);
    this.title = page.title?.value;
    this.description = this.#description?.value;
    this.heading = page.heading?.block;
    this.declarations = declarationsOf(page);
  }

  /** One field, without choosing among the candidates for the others. */
  field<K extends keyof Metadata>(name: K): Metadata[K];
  field(name: keyof Metadata): Metadata[keyof Metadata] {
    switch (name) {
      case 'title':
      case 'authors':
      case 'published':
      case 'modified':
        return this.choices[name];
      default:
        this.#declared ??= declaredFields(this.page, this.choices, this.#description);
        return this.#declared[name];
    }
  }

  get metadata(): Metadata {
    const { title, authors, published, modified } = this.choices;
    this.#declared ??= declaredFields(this.page, this.choices, this.#description);
    return given<Metadata>({ title, authors, published, modified, ...this.#declared });
  }
}

/** Chooses by a fixed order of sources, without a ranker. */
export class ChoicesByOrder implements Choices {
  readonly #page: PageReading;
  #authors: { readonly fact: Sourced<readonly string[]> | undefined } | undefined;
  #dates: DatesByOrder | undefined;

  constructor(page: PageReading) {
    this.#page = page;
  }

  get title() {
    return this.#page.title;
  }

  get authors() {
    this.#authors ??= { fact: authorsByOrder(this.#page) };
    return this.#authors.fact;
  }

  get published() {
    this.#dates ??= datesByOrder(this.#page);
    return this.#dates.published;
  }

  get modified() {
    this.#dates ??= datesByOrder(this.#page);
    return this.#dates.modified;
  }
}

/** Each field takes the most trusted claim that passes its check. */
function declaredFields(
  page: PageReading,
  choices: Choices,
  description: Sourced<string> | undefined,
): DeclaredFields {
  const { claims, survey, language, identity } = page;
  const address = (value: string) => webAddress(value, identity.base);
  const licence = (value: string) => (isAddress(value) ? address(value) : shortText(500)(value));
  return {
    siteName: claims.first('siteName', shortText(200), ['open-graph', 'json-ld']) ?? choices.siteName,
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

function isAddress(value: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(value);
}

function declarationsOf({ survey, tags, claims }: PageReading): Declarations {
  const types = new Set(claims.schemaTypes);
  for (const node of survey.items) {
    const type = survey.tree.attribute(node, ATTR.itemtype)!;
    if (type.length < 200) types.add(type.slice(type.lastIndexOf('/') + 1).trim());
  }
  return {
    ogType: tags.get('og:type'),
    generator: tags.all('generator').join(' ').slice(0, 500),
    schemaTypes: [...types],
    articleBody: claims.articleBody,
  };
}

/** More tags are keyword lists, longer ones sentences. Set by hand. */
const MAX_TAGS = 50;
const MAX_TAG = 80;

function tagsOf(claims: Claims): Sourced<readonly string[]> | undefined {
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
