import type { ContentNode } from '../content/content.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { lazy, once } from '../lazy.js';
import type { Fact } from '../metadata/facts/fact.js';
import type { Metadata } from '../metadata/metadata.js';
import type { Item, PageOptions, Post, Product } from '../options.js';
import type { Quality } from '../quality/from-regions.js';
import type { Comments } from '../records/comments.js';
import type { DataBody } from '../records/data-body.js';
import { discussionEvidence, isThread } from '../records/discussion.js';
import { itemsFromRecords } from '../records/items.js';
import { neighbourPages } from '../records/pages.js';
import type { PostRecord } from '../records/post-record.js';
import { heldPosts, postsFromRecords } from '../records/posts.js';
import { productFromRecords } from '../records/product.js';
import { type PageTime, pageDay, withMeantDates } from '../records/relative-dates.js';
import { REASON_NAMES, type Regions, ROLE } from '../regions/regions.js';
import type { Article } from './article.js';
import { decisions } from './decisions.js';
import { factDecisions, factsOf } from './facts.js';
import { type ArticleParts, FIELDS } from './fields.js';
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
import { PostContents } from './post-content.js';
import { itemOf, postOf } from './posts.js';

export type UnwrittenArticle = Omit<Article, 'text' | 'markdown' | 'html'>;

/** Assembles the article; expensive fields are computed on first access. */
export function articleFromRegions(findings: Findings, options: PageOptions): UnwrittenArticle {
  const { analysis, quality } = findings;
  const { features } = analysis;
  const isDiscussion = once(() => isDiscussed(features.measurements, quality(), findings.comments));
  const data = once(() => bodyOfData(findings, isDiscussion));
  const language = once(() => {
    const { texts, sums } = features.measurements;
    return languageFact(analysis.metadata.language, { ...texts, words: sums.words[0]! });
  });
  const records = recordsAndContent(findings, options, { isDiscussion, data });
  const parts: ArticleParts = {
    url: options.url,
    metadata: () => analysis.metadata,
    language,
    quality: () => (data() === undefined ? quality() : QUALITY_OF_DATA),
    sources: () => sourcesOf(analysis.metadata, language(), data()),
    words: () => {
      const body = data();
      return body === undefined ? keptWords(findings) : wordsOfData(body);
    },
    neighbours: once(() => neighbourPages(features.measurements)),
    facts: () => factsOf(analysis.read, { content: records.content(), language: language() }),
    ...records,
  };
  const explain = (options?: { readonly facts?: boolean }) => {
    if (options?.facts) return factDecisions(analysis.read);
    const body = data();
    if (body === undefined) return decisions(features, findings);
    return [...decisions(features, findings, replacedByData), decisionOfData(body, findings)];
  };
  const fields = Object.fromEntries(READ.map(([name, read]) => [name, () => read(parts)]));
  return lazy({ explain }, fields, APART) as unknown as UnwrittenArticle;
}

const READ = Object.entries(FIELDS).flatMap(([name, field]) =>
  'read' in field ? [[name, field.read] as const] : [],
);
const APART = Object.entries(FIELDS).flatMap(([name, field]) => ('apart' in field ? [name] : []));

function sourcesOf(metadata: Metadata, language: Fact<string> | undefined, body: DataBody | undefined) {
  return {
    ...Object.fromEntries(Object.entries(metadata).map(([field, { source }]) => [field, source as string])),
    ...(language === undefined ? {} : { language: language.source }),
    ...(body === undefined ? {} : { text: body.source }),
  };
}

interface Kind {
  readonly isDiscussion: () => boolean;
  readonly data: () => DataBody | undefined;
}

function recordsAndContent(findings: Findings, options: PageOptions, { isDiscussion, data }: Kind) {
  const { analysis, regions, quality, comments } = findings;
  const { features } = analysis;
  const { measurements: facts } = features;
  const content = contentOptions(options);
  const contents = once(() => new PostContents(facts.blocks, content));
  const kept = regions.role.map(role => (role === ROLE.content ? 1 : 0));
  const url = options.url === undefined ? {} : { url: options.url };
  const asPost = (record: PostRecord) => postOf(record, facts.blocks, contents());
  const isDropped = droppedByRule(regions);
  const ruled = isDropped === undefined ? {} : { isDropped };
  const time = pageTime(analysis);
  const posts = once((): Post[] =>
    isDiscussion() ? withMeantDates(postsFromRecords(facts, ruled), time).map(asPost) : [],
  );
  return {
    content: once((): ContentNode[] => {
      const body = data();
      if (body !== undefined) return contentOfData(body, content);
      // A discussion found only in the JSON: its content is that of its posts.
      if (showsLittle(findings) && posts().length > 1) return posts().flatMap(post => post.content);
      return contentOf(facts.blocks, regions, content);
    }),
    comments: once((): Post[] => (isDiscussion() ? [] : withMeantDates(comments.comments, time).map(asPost))),
    posts,
    items: once((): Item[] =>
      ['listing', 'collection'].includes(quality().type)
        ? itemsFromRecords(facts, { kept, ...url }).map(itemOf)
        : [],
    ),
    product: once((): Product | undefined => {
      if (quality().type !== 'product') return undefined;
      const { rows: _, ...product } = productFromRecords(facts, { kept });
      return product;
    }),
  };
}

/** Types that the classifier confuses with a discussion. */
const MISTAKEN: ReadonlySet<string> = new Set(['article', 'documentation', 'other']);
/** Share of posts with an id of discussion software. Set by hand. */
const NUMBERED = 0.5;

/**
 * True if the readers' texts are the posts of the page rather than comments below its text. The classifier takes
 * discussions without forum markers for articles. There the repeated structure decides, unless comments without post
 * ids were found. Pages rendered by script may carry their discussion as JSON.
 */
function isDiscussed(facts: PageMeasurements, { type, notContent }: Quality, comments: Comments): boolean {
  if (type === 'forum') return true;
  if (!MISTAKEN.has(type)) return false;
  const evidence = discussionEvidence(facts);
  if (isThread(evidence)) return evidence.numbered > NUMBERED || comments.comments.length === 0;
  return notContent !== undefined && heldPosts(facts).length > 1;
}

function pageTime({ features, read }: Findings['analysis']): PageTime {
  const now = once(() => pageDay(features.measurements));
  return { now, since: () => read.metadata.published?.value.slice(0, 10) };
}

function droppedByRule({ reason }: Regions): ((block: number) => boolean) | undefined {
  const rule = REASON_NAMES.indexOf('rule drop');
  return reason.includes(rule) ? block => reason[block] === rule : undefined;
}

function keptWords({ analysis, regions: { role } }: Findings): number {
  const { words } = analysis.features.measurements.blocks;
  return role.reduce((sum, own, block) => sum + (own === ROLE.content ? words[block]! : 0), 0);
}
