import type { Article, Decision } from './article/article.js';
import { contentOf, contentOptions } from './article/kept.js';
import { languageFact, textLanguage } from './article/language.js';
import { enumerableGetters, MetadataFields } from './article/metadata-fields.js';
import type { Blocks } from './blocks/blocks.js';
import { blocksFromTree } from './blocks/from-tree.js';
import { checkedOptions } from './check-options.js';
import type { ContentNode } from './content/content.js';
import { PithError, shown } from './errors.js';
import { FEATURE_NAMES } from './features/from-blocks.js';
import { Page } from './features/page.js';
import { type ReadPage, readHtml, readLive } from './input.js';
import { ChoicesByOrder, PageMetadata } from './metadata/page-metadata.js';
import { PageReading } from './metadata/page-reading.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { htmlFromArticle } from './output/html.js';
import { markdownFromArticle } from './output/markdown.js';
import { textFromArticle } from './output/text.js';
import { unpackTrees } from './packed-trees.js';
import { regionsFromScores } from './regions/from-scores.js';
import { REASON_NAMES, REASONS, type Regions, ROLE } from './regions/regions.js';
import type { Scorer } from './scores/kernel/kernel.js';
import { calibrated } from './scores/model.js';
import { bufferLength, plainScorer, scoreBlocks } from './scores/scorer.js';
import { WEIGHTS } from './scores/weights/small.js';
import { fromBase64 } from './tree/buffers.js';
import type { LiveDocument, LiveElement } from './tree/from-dom.js';

export { PithError, type PithErrorCode } from './errors.js';

/**
 * The result of the small build, which uses a smaller model and reads HTML and live documents only. It has no page
 * types, comments, posts, items or products; title, authors and dates are chosen by a fixed order of places.
 */
export interface SmallArticle extends Pick<Article, (typeof FIELDS)[number]> {
  explain(): SmallDecision[];
  toJSON(): Pick<Article, (typeof FIELDS)[number]>;
}

export type SmallDecision = Pick<Decision, 'kept' | 'stage' | 'reason' | 'score' | 'cut' | 'text' | 'node'>;

export type SmallOptions = Pick<ExtractOptions, (typeof OPTIONS)[number]>;

const OPTIONS = ['url', 'include', 'markdown', 'lean', 'rules', 'corrections', 'maxLength'] as const;
const FIELDS = [
  'url',
  'canonicalUrl',
  'title',
  'authors',
  'published',
  'modified',
  'siteName',
  'description',
  'image',
  'language',
  'direction',
  'content',
  'text',
  'markdown',
  'html',
] as const;

let scorer: Scorer | undefined;

/** Shared by all pages, so that the trees are unpacked once. */
function smallScorer(): Scorer {
  scorer ??= plainScorer(
    unpackTrees(fromBase64(WEIGHTS.blocks)),
    WEIGHTS.blockCheckpoints,
    bufferLength(FEATURE_NAMES.length),
  );
  return scorer;
}

/** Extracts the main content of a web page. */
export function extract(input: string | LiveDocument | LiveElement, given: SmallOptions = {}): SmallArticle {
  const { tree, options } = readPage(input, checkedOptions(given, OPTIONS));
  const blocks = blocksFromTree(tree);
  const reading = new PageReading(blocks, options.url);
  const read = new PageMetadata(reading, new ChoicesByOrder(reading));
  const { title, description, heading, declarations } = read;
  const page = new Page(blocks, {
    url: options.url,
    title,
    description,
    heading,
    ...declarations,
  });
  const probability = scoreBlocks(smallScorer(), page.features).map(score =>
    calibrated(WEIGHTS.blockCalibration, score),
  );
  const regions = regionsFromScores(page, probability, options);
  return new SmallPageArticle(page, regions, read, options);
}

class SmallPageArticle extends MetadataFields implements SmallArticle {
  static readonly #getters = enumerableGetters(this.prototype, FIELDS);
  readonly #page: Page;
  readonly #regions: Regions;
  readonly #read: PageMetadata;
  readonly #options: PageOptions;
  #content: readonly ContentNode[] | undefined;
  #text: string | undefined;
  #markdown: string | undefined;
  #html: string | undefined;

  constructor(page: Page, regions: Regions, read: PageMetadata, options: PageOptions) {
    super(read, SmallPageArticle.#getters);
    this.#page = page;
    this.#regions = regions;
    this.#read = read;
    this.#options = options;
  }

  get url() {
    return this.#options.url;
  }

  get language() {
    const { role } = this.#regions;
    const isKept = role.includes(ROLE.content) ? (b: number) => role[b] === ROLE.content : () => true;
    return languageFact(this.#read.field('language'), textLanguage(this.#page, isKept))?.value;
  }

  get direction() {
    return this.#read.field('direction')?.value ?? 'ltr';
  }

  get content() {
    const { declared, titles } = this.#read.page.identity;
    const options = contentOptions(this.#options, this.#options.url ?? declared);
    this.#content ??= contentOf(this.#page.blocks, this.#regions, options, titles);
    return this.#content;
  }

  get text() {
    this.#text ??= textFromArticle(this, this.#options.include);
    return this.#text;
  }

  get markdown() {
    this.#markdown ??= markdownFromArticle(this, {
      ...this.#options.include,
      markdown: this.#options.markdown,
    });
    return this.#markdown;
  }

  get html() {
    this.#html ??= htmlFromArticle(this, this.#options.include);
    return this.#html;
  }

  explain() {
    return decisions(this.#page.blocks, this.#regions);
  }

  toJSON() {
    return { ...(this as Pick<Article, (typeof FIELDS)[number]>) };
  }
}

function readPage(input: unknown, options: PageOptions): ReadPage {
  const page = typeof input === 'string' ? readHtml(input, options) : readLive(input, options);
  if (page !== undefined) return page;
  throw new PithError(
    'bad-input',
    `expected a page as a string, a Document or an Element, got ${shown(input)}`,
    'decode bytes first, or use extract() of webpith',
  );
}

function decisions({ count, node, texts }: Blocks, regions: Regions): SmallDecision[] {
  return Array.from({ length: count }, (_, b) => {
    const [stage, reason] = REASONS[REASON_NAMES[regions.reason[b]!]!];
    const kept = regions.role[b] === ROLE.content;
    const { [b]: score } = regions.probability;
    return { kept, stage, reason, score: score!, cut: regions.cut, text: texts[b]!, node: node[b]! };
  });
}
