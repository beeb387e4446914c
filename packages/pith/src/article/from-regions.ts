import type { ContentNode } from '../content/content.js';
import type { FoundPost } from '../discussion/post.js';
import { type PageTime, pageDay, withAbsoluteDates } from '../discussion/relative-dates.js';
import type { Page } from '../features/page.js';
import type { Quality } from '../kind/from-regions.js';
import { type FoundItem, Listing } from '../listing/from-groups.js';
import { type NeighbourPages, neighbourPages } from '../listing/neighbour-pages.js';
import { sitePageOf } from '../memory/site-page.js';
import { directionOf } from '../metadata/language.js';
import { type Fact, given } from '../metadata/metadata.js';
import type { Include, Item, MarkdownOptions, PageOptions, Post, Product } from '../options.js';
import { productFromGroups } from '../product/from-groups.js';
import { REASON_NAMES, type Regions, ROLE } from '../regions/regions.js';
import { PageSums } from '../scores/evidence.js';
import type { Article, ArticleFields, Decision, Evidence } from './article.js';
import type { DataBody } from './data-body.js';
import { decisions, type Findings, pageEvidence } from './decisions.js';
import { type FactDecision, type Facts, factDecisions, factsOf } from './facts.js';
import { FIELDS, namesIn } from './fields.js';
import {
  bodyOfData,
  contentOfData,
  decisionOfData,
  QUALITY_OF_DATA,
  replacedByData,
  showsLittle,
  wordsOfData,
} from './from-data.js';
import { contentOf, contentOptions } from './kept.js';
import { languageFact, readingTime, textLanguage } from './language.js';
import { enumerableGetters, MetadataFields } from './metadata-fields.js';
import { hiddenInPosts, itemOf, PostContents, postOf } from './posts.js';

const WRITTEN = ['text', 'markdown', 'html'] as const;
const LEFT_OUT: readonly string[] = ['nextPage', 'previousPage', ...WRITTEN];
const JSON_NAMES = [...namesIn(FIELDS).filter(name => !LEFT_OUT.includes(name)), ...WRITTEN];

/** Name of the method that `util.inspect` of Node calls. */
const INSPECT = /* @__PURE__ */ Symbol.for('nodejs.util.inspect.custom');
const SHOWN = 200;

/** The functions that write the outputs; passed in because this stage comes before `output`. */
export type Writers = Readonly<
  Record<
    (typeof WRITTEN)[number],
    (article: Article, options: Include & { readonly markdown?: MarkdownOptions | undefined }) => string
  >
>;

/** The article of a page. Expensive fields are computed on first access. */
export class PageArticle extends MetadataFields implements Article {
  static readonly #getters = enumerableGetters(this.prototype, JSON_NAMES);
  readonly #findings: Findings;
  readonly #options: PageOptions;
  readonly #writers: Writers;
  #data: { readonly body: DataBody | undefined } | undefined;
  #sums: PageSums | undefined;
  #language: { readonly fact: Fact<string> | undefined } | undefined;
  #neighbours: NeighbourPages | undefined;
  #facts: Facts | undefined;
  #content: readonly ContentNode[] | undefined;
  #posts: readonly Post[] | undefined;
  #comments: readonly Post[] | undefined;
  #items: readonly Item[] | undefined;
  #product: Product | undefined;
  #text: string | undefined;
  #markdown: string | undefined;
  #html: string | undefined;

  constructor(findings: Findings, options: PageOptions, writers: Writers) {
    super(findings.read, PageArticle.#getters);
    this.#findings = findings;
    this.#options = options;
    this.#writers = writers;
    // Bound, so that callers may destructure them.
    Object.defineProperties(this, {
      explain: { value: this.explain.bind(this) },
      fingerprint: { value: this.fingerprint.bind(this) },
    });
  }

  /** For `console.log` in Node, which would show all fields, also long ones. */
  [INSPECT](_depth: number, style: object, inspect: (value: object, style: object) => string): string {
    const { type, confidence, title, authors, published, language, url, text } = this;
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
    const summary = given({ type, confidence, title, authors, published, language, url, text: shown });
    return `Article ${inspect(summary, style)} (all fields: toJSON())`;
  }

  get #page(): Page {
    return this.#findings.page;
  }

  /** The URL that relative links are resolved against. */
  get #base(): string | undefined {
    return this.#options.url ?? this.#findings.read.page.identity.declared;
  }

  /** The body in the page's JSON, if it replaces the text of the page. */
  get #body(): DataBody | undefined {
    this.#data ??= { body: bodyOfData(this.#findings) };
    return this.#data.body;
  }

  get #languageFact(): Fact<string> | undefined {
    if (this.#language === undefined) {
      const { read, regions } = this.#findings;
      const isKept = regions.role.includes(ROLE.content)
        ? (b: number) => regions.role[b] === ROLE.content
        : () => true;
      this.#language = { fact: languageFact(read.field('language'), textLanguage(this.#page, isKept)) };
    }
    return this.#language.fact;
  }

  get #blockSums(): PageSums {
    this.#sums ??= new PageSums(this.#findings.page.features, this.#findings.model);
    return this.#sums;
  }

  get #quality(): Quality {
    return this.#body === undefined ? this.#findings.kind : QUALITY_OF_DATA;
  }

  get url() {
    return this.#options.url;
  }

  get type() {
    return this.#quality.type;
  }

  get types() {
    return this.#quality.types;
  }

  get notContent() {
    return this.#quality.notContent;
  }

  get needsRendering() {
    return this.#quality.needsRendering;
  }

  get confidence() {
    return this.#quality.confidence;
  }

  get language() {
    return this.#languageFact?.value;
  }

  get direction() {
    return this.#findings.read.field('direction')?.value ?? directionOf(this.language ?? '');
  }

  get tags() {
    return this.#findings.read.field('tags')?.value ?? [];
  }

  get section() {
    return this.#findings.read.field('section')?.value;
  }

  get license() {
    return this.#findings.read.field('license')?.value;
  }

  get paywalled() {
    return this.#findings.read.field('paywalled')?.value;
  }

  get readingTime() {
    const body = this.#body;
    return readingTime(body === undefined ? keptWords(this.#findings) : wordsOfData(body), this.language);
  }

  get hidden() {
    return this.#findings.regions.hiddenWords || undefined;
  }

  get sources() {
    const { metadata } = this.#findings.read;
    const sources: Record<string, string> = {};
    for (const [field, { source }] of Object.entries(metadata)) sources[field] = source;
    const [language, body] = [this.#languageFact, this.#body];
    if (language !== undefined) sources.language = language.source;
    if (body !== undefined) sources.text = body.source;
    return sources;
  }

  get text() {
    this.#text ??= this.#writers.text(this, this.#options.include ?? {});
    return this.#text;
  }

  get markdown() {
    this.#markdown ??= this.#writers.markdown(this, {
      ...this.#options.include,
      markdown: this.#options.markdown,
    });
    return this.#markdown;
  }

  get html() {
    this.#html ??= this.#writers.html(this, this.#options.include ?? {});
    return this.#html;
  }

  get content() {
    this.#content ??= this.#readContent();
    return this.#content;
  }

  #readContent(): readonly ContentNode[] {
    const options = contentOptions(this.#options, this.#base);
    const body = this.#body;
    if (body !== undefined) return contentOfData(body, options);
    // If a discussion is found only in the JSON, its content is that of the posts.
    if (showsLittle(this.#findings) && this.posts.length > 1) return this.posts.flatMap(post => post.content);
    const { read, regions } = this.#findings;
    return contentOf(this.#page.blocks, regions, options, read.page.identity.titles);
  }

  get comments() {
    this.#comments ??= this.#findings.kind.isDiscussion
      ? []
      : this.#postsOf(this.#findings.kind.comments.posts);
    return this.#comments;
  }

  get posts() {
    this.#posts ??= this.#findings.kind.isDiscussion ? this.#postsOf(this.#foundPosts()) : [];
    return this.#posts;
  }

  #foundPosts(): readonly FoundPost[] {
    return this.#findings.kind.discussion.posts(droppedByRule(this.#findings.regions));
  }

  #postsOf(found: readonly FoundPost[]): Post[] {
    if (found.length === 0) return [];
    const { blocks } = this.#page;
    const hidden = this.#options.include?.hidden === true ? undefined : hiddenInPosts(this.#page, found);
    const contents = new PostContents(blocks, contentOptions(this.#options, this.#base), hidden);
    return withAbsoluteDates(found, pageTime(this.#findings)).map(post =>
      postOf(post, blocks, contents, hidden),
    );
  }

  get items() {
    this.#items ??= this.#foundItems().map(itemOf);
    return this.#items;
  }

  #foundItems(): FoundItem[] {
    if (!['listing', 'collection'].includes(this.#findings.kind.type)) return [];
    const listing = new Listing(this.#findings.groups);
    return listing.items({ kept: keptBlocks(this.#findings), url: this.#base });
  }

  get product() {
    if (this.#findings.kind.type !== 'product') return undefined;
    if (this.#product === undefined) {
      this.#product = productFromGroups(this.#findings.groups, keptBlocks(this.#findings));
    }
    return this.#product;
  }

  get nextPage() {
    this.#neighbours ??= neighbourPages(this.#page);
    return this.#neighbours.next;
  }

  get previousPage() {
    this.#neighbours ??= neighbourPages(this.#page);
    return this.#neighbours.previous;
  }

  get facts() {
    this.#facts ??= factsOf(this.#findings.read, this.content, this.#languageFact);
    return this.#facts;
  }

  explain(): Decision[];
  explain(options: { readonly facts: true }): FactDecision[];
  explain(options: { readonly page: true }): Evidence;
  explain(options?: {
    readonly facts?: boolean;
    readonly page?: boolean;
  }): Decision[] | FactDecision[] | Evidence {
    const findings = this.#findings;
    if (options?.page) return pageEvidence(this.#blockSums);
    if (options?.facts) return factDecisions(findings.read);
    const body = this.#body;
    if (body === undefined) return decisions(findings, this.#blockSums);
    return [...decisions(findings, this.#blockSums, replacedByData), decisionOfData(body, findings)];
  }

  fingerprint(): string {
    return sitePageOf(this.#page.blocks).encode();
  }

  toJSON(): Omit<ArticleFields, 'nextPage' | 'previousPage'> {
    return { ...(this as ArticleFields) };
  }
}

function pageTime({ groups, read }: Findings): PageTime {
  const now = pageDay(groups);
  return { now: () => now, since: () => read.field('published')?.value.slice(0, 10) };
}

function droppedByRule({ reason }: Regions): ((block: number) => boolean) | undefined {
  const rule = REASON_NAMES.indexOf('rule drop');
  return reason.includes(rule) ? block => reason[block] === rule : undefined;
}

function keptBlocks({ regions: { role } }: Findings): Uint8Array {
  return role.map(own => (own === ROLE.content ? 1 : 0));
}

function keptWords({ page, regions: { role } }: Findings): number {
  const { words } = page.blocks;
  return role.reduce((sum, own, block) => sum + (own === ROLE.content ? words[block]! : 0), 0);
}
