import type { Article, Decision } from './article/article.js';
import { contentOf, contentOptions } from './article/kept.js';
import { languageFact } from './article/language.js';
import { blocksFromTree } from './blocks/from-tree.js';
import { checkedOptions } from './check-options.js';
import { PithError, shown } from './errors.js';
import { FEATURE_NAMES, featuresFromBlocks } from './features/from-blocks.js';
import { type ReadPage, readHtml, readLive } from './input.js';
import { lazy, once } from './lazy.js';
import { readByOrder } from './metadata/by-order.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { htmlFromArticle } from './output/html.js';
import { markdownFromArticle } from './output/markdown.js';
import { textFromArticle } from './output/text.js';
import { regionsFromScores } from './regions/from-scores.js';
import { REASON_NAMES, REASONS, type Regions, ROLE } from './regions/regions.js';
import { calibrated } from './scores/model.js';
import { bufferLength, plainScorer, scoreBlocks } from './scores/scorer.js';
import { unpackTrees } from './scores/trees.js';
import { WEIGHTS } from './scores/weights/small.js';
import { fromBase64 } from './tree/buffers.js';

export { PithError, type PithErrorCode } from './errors.js';

/**
 * The result of the small build, which uses a smaller model and reads HTML and live documents only. It has no page
 * types, comments, posts, items or products; title, authors and dates are taken from a fixed order of sources.
 */
export interface SmallArticle
  extends Pick<Article, (typeof FIELDS)[number] | 'url' | 'content' | 'text' | 'markdown' | 'html'> {
  explain(): SmallDecision[];
}

export type SmallDecision = Pick<Decision, 'kept' | 'stage' | 'reason' | 'score' | 'cut' | 'text' | 'node'>;

export type SmallOptions = Pick<ExtractOptions, (typeof OPTIONS)[number]>;

const OPTIONS = ['url', 'include', 'markdown', 'lean', 'rules', 'corrections', 'maxLength'] as const;
const FIELDS = [
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
] as const;

const scorer = /* @__PURE__ */ once(() =>
  plainScorer(
    unpackTrees(fromBase64(WEIGHTS.blocks)),
    WEIGHTS.blockCheckpoints,
    bufferLength(FEATURE_NAMES.length),
  ),
);

/** Extracts the main content of a web page. */
export function extract(input: string | Document | Element, given: SmallOptions = {}): SmallArticle {
  const { tree, options } = readPage(input, checkedOptions(given, OPTIONS));
  const blocks = blocksFromTree(tree);
  const read = readByOrder(blocks, options);
  const { url, include = {}, markdown } = options;
  const { title, description, heading, declarations } = read;
  const features = featuresFromBlocks(blocks, { url, title, description, heading, ...declarations });
  const { measurements } = features;
  const probability = scoreBlocks(scorer(), features).map(score =>
    calibrated(WEIGHTS.blockCalibration, score),
  );
  const regions = regionsFromScores(measurements, probability, options);
  const fields = once(() => {
    const { language: declared, ...others } = read.byOrder();
    const language = languageFact(declared, { ...measurements.texts, words: measurements.sums.words[0]! });
    return { authors: undefined, direction: undefined, ...others, language };
  });
  const explain = () => decisions(blocks, regions);
  const article = lazy<object, object>(url === undefined ? { explain } : { url, explain }, {
    ...Object.fromEntries(FIELDS.map(name => [name, () => fields()[name]?.value ?? DEFAULTS[name]])),
    content: () => contentOf(blocks, regions, contentOptions(options)),
    text: () => textFromArticle(article, include),
    markdown: () => markdownFromArticle(article, { ...include, markdown }),
    html: () => htmlFromArticle(article, include),
  }) as SmallArticle;
  return article;
}

const DEFAULTS: Readonly<Record<string, unknown>> = { authors: [], direction: 'ltr' };

function readPage(input: unknown, options: PageOptions): ReadPage {
  const page = typeof input === 'string' ? readHtml(input, options) : readLive(input, options);
  if (page !== undefined) return page;
  throw new PithError(
    'bad-input',
    `expected a page as a string, a Document or an Element, got ${shown(input)}`,
    'decode bytes first, or take them to extract() of webpith',
  );
}

function decisions({ count, node, texts }: ReturnType<typeof blocksFromTree>, regions: Regions) {
  return Array.from({ length: count }, (_, b): SmallDecision => {
    const [stage, reason] = REASONS[REASON_NAMES[regions.reason[b]!]!];
    const kept = regions.role[b] === ROLE.content;
    const { [b]: score } = regions.probability;
    return { kept, stage, reason, score: score!, cut: regions.cut, text: texts[b]!, node: node[b]! };
  });
}
