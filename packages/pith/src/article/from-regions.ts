import type { ContentNode } from '../content/content.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { once } from '../lazy.js';
import { sitePageOf, textHashes } from '../memory/site-page.js';
import type { Fact } from '../metadata/facts/fact.js';
import { directionOf } from '../metadata/language.js';
import type { Include, Item, MarkdownOptions, PageOptions, Post, Product } from '../options.js';
import type { Quality } from '../quality/from-regions.js';
import { discussionEvidence, isThread } from '../records/discussion.js';
import { type ItemRecord, itemsFromRecords } from '../records/items.js';
import { type NeighbourPages, neighbourPages } from '../records/pages.js';
import type { PostRecord } from '../records/post-record.js';
import { embeddedPosts, postsFromRecords } from '../records/posts.js';
import { productFromRecords } from '../records/product.js';
import { type PageTime, pageDay, withAbsoluteDates } from '../records/relative-dates.js';
import { REASON_NAMES, type Regions, ROLE } from '../regions/regions.js';
import type { Article, ArticleFields, Decision } from './article.js';
import { decisions } from './decisions.js';
import { type FactDecision, type Facts, factDecisions, factsOf } from './facts.js';
import { FIELDS, namesIn } from './fields.js';
import type { Findings } from './findings.js';
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
import { languageFact } from './language.js';
import { MetadataFields } from './metadata-fields.js';
import { PostContents } from './post-content.js';
import { itemOf, postOf } from './posts.js';
import { readingTime } from './reading-time.js';

const WRITTEN = ['text', 'markdown', 'html'] as const;
const LEFT_OUT: readonly string[] = ['nextPage', 'previousPage', ...WRITTEN];
const JSON_NAMES = [...namesIn(FIELDS).filter(name => !LEFT_OUT.includes(name)), ...WRITTEN];

/** The functions that write the outputs; passed in because this stage comes before `output`. */
export type Writers = Readonly<
  Record<
    (typeof WRITTEN)[number],
    (article: Article, options: Include & { readonly markdown?: MarkdownOptions | undefined }) => string
  >
>;

/** The article of a page. Expensive fields are computed on first access. */
export class PageArticle extends MetadataFields implements Article {
  readonly #findings: Findings;
  readonly #options: PageOptions;
  readonly #writers: Writers;
  readonly #isDiscussion = once(() => isDiscussion(this.#findings));
  /** The body in the page's JSON, if it replaces the text of the page. */
  readonly #data = once(() => bodyOfData(this.#findings, this.#isDiscussion));
  readonly #language = once((): Fact<string> | undefined => {
    const { texts, sums } = this.#page;
    return languageFact(this.#findings.read.metadata.language, { ...texts, words: sums.words[0]! });
  });
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
    super(() => findings.read.metadata);
    this.#findings = findings;
    this.#options = options;
    this.#writers = writers;
    // Bound, so that callers may destructure it.
    this.explain = this.explain.bind(this);
    this.fingerprint = this.fingerprint.bind(this);
  }

  get #page(): PageMeasurements {
    return this.#findings.features.measurements;
  }

  get #quality(): Omit<Quality, 'records'> {
    return this.#data() === undefined ? this.#findings.quality : QUALITY_OF_DATA;
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
    return this.#language()?.value;
  }

  get direction() {
    return this.#findings.read.metadata.direction?.value ?? directionOf(this.language ?? '');
  }

  get readingTime() {
    const body = this.#data();
    return readingTime(body === undefined ? keptWords(this.#findings) : wordsOfData(body), this.language);
  }

  get sources() {
    const { metadata } = this.#findings.read;
    const sources: Record<string, string> = {};
    for (const [field, { source }] of Object.entries(metadata)) sources[field] = source;
    const [language, body] = [this.#language(), this.#data()];
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
    const options = contentOptions(this.#options);
    const body = this.#data();
    if (body !== undefined) return contentOfData(body, options);
    // The content of a discussion found only in the JSON is that of its posts.
    if (showsLittle(this.#findings) && this.posts.length > 1) return this.posts.flatMap(post => post.content);
    return contentOf(this.#page.blocks, this.#findings.regions, options);
  }

  get comments() {
    this.#comments ??= this.#isDiscussion() ? [] : this.#postsOf(this.#findings.comments.comments);
    return this.#comments;
  }

  get posts() {
    this.#posts ??= this.#isDiscussion() ? this.#postsOf(this.#postRecords()) : [];
    return this.#posts;
  }

  #postRecords(): PostRecord[] {
    return postsFromRecords(this.#page, { isDropped: droppedByRule(this.#findings.regions) });
  }

  #postsOf(records: readonly PostRecord[]): Post[] {
    if (records.length === 0) return [];
    const { blocks } = this.#page;
    const contents = new PostContents(blocks, contentOptions(this.#options));
    return withAbsoluteDates(records, pageTime(this.#findings)).map(record =>
      postOf(record, blocks, contents),
    );
  }

  get items() {
    this.#items ??= this.#itemRecords().map(itemOf);
    return this.#items;
  }

  #itemRecords(): ItemRecord[] {
    if (!['listing', 'collection'].includes(this.#findings.quality.type)) return [];
    return itemsFromRecords(this.#page, { kept: keptBlocks(this.#findings), url: this.url });
  }

  get product() {
    if (this.#findings.quality.type !== 'product') return undefined;
    if (this.#product === undefined) {
      const { rows: _, ...product } = productFromRecords(this.#page, { kept: keptBlocks(this.#findings) });
      this.#product = product;
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
    this.#facts ??= factsOf(this.#findings.read, { content: this.content, language: this.#language() });
    return this.#facts;
  }

  explain(): Decision[];
  explain(options: { readonly facts: true }): FactDecision[];
  explain(options?: { readonly facts?: boolean }): Decision[] | FactDecision[] {
    const findings = this.#findings;
    if (options?.facts) return factDecisions(findings.read);
    const body = this.#data();
    if (body === undefined) return decisions(findings);
    return [...decisions(findings, replacedByData), decisionOfData(body, findings)];
  }

  fingerprint(): string {
    return sitePageOf(textHashes(this.#page.blocks)).encode();
  }

  toJSON(): Omit<ArticleFields, 'nextPage' | 'previousPage'> {
    return Object.fromEntries(JSON_NAMES.map(name => [name, this[name]])) as unknown as ArticleFields;
  }
}

/** Types that the classifier assigns to discussions without forum markers. */
const TYPES_OF_THREADS: ReadonlySet<string> = new Set(['article', 'documentation', 'other']);
/**
 * A thread with a larger share of posts with ids of discussion software is a discussion even if comments were found.
 * Set by hand.
 */
const NUMBERED = 0.5;

/**
 * True if the readers' texts are the posts of the page rather than comments below its text. Where the classifier may be
 * wrong, the repeated structure decides, unless comments without post ids were found. Pages rendered by script may
 * carry their discussion as JSON.
 */
function isDiscussion({ features, quality, comments }: Findings): boolean {
  const { type, notContent } = quality;
  if (type === 'forum') return true;
  if (!TYPES_OF_THREADS.has(type)) return false;
  const evidence = discussionEvidence(features.measurements);
  if (isThread(evidence)) return evidence.numbered > NUMBERED || comments.comments.length === 0;
  return notContent !== undefined && embeddedPosts(features.measurements).length > 1;
}

function pageTime({ features, read }: Findings): PageTime {
  const now = once(() => pageDay(features.measurements));
  return { now, since: () => read.metadata.published?.value.slice(0, 10) };
}

function droppedByRule({ reason }: Regions): ((block: number) => boolean) | undefined {
  const rule = REASON_NAMES.indexOf('rule drop');
  return reason.includes(rule) ? block => reason[block] === rule : undefined;
}

function keptBlocks({ regions: { role } }: Findings): Uint8Array {
  return role.map(own => (own === ROLE.content ? 1 : 0));
}

function keptWords({ features, regions: { role } }: Findings): number {
  const { words } = features.measurements.blocks;
  return role.reduce((sum, own, block) => sum + (own === ROLE.content ? words[block]! : 0), 0);
}
