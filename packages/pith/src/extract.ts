import type { Article } from './article/article.js';
import type { Findings } from './article/findings.js';
import { PageArticle } from './article/from-regions.js';
import type { Blocks } from './blocks/blocks.js';
import { blocksFromTree } from './blocks/from-tree.js';
import { type Features, featuresFromBlocks } from './features/from-blocks.js';
import { type PageInput, readPage } from './input.js';
import { adjustedBySite } from './memory/from-scores.js';
import { sitePageOf, textHashes } from './memory/site-page.js';
import { type ReadMetadata, readMetadata } from './metadata/from-blocks.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { OUTPUTS } from './output/from-article.js';
import { PageClassification } from './quality/from-regions.js';
import { CommentSearch } from './records/comments.js';
import { recordParts } from './records/parts.js';
import { regionsFromScores } from './regions/from-scores.js';
import { ROLE } from './regions/regions.js';
import { isSpreadOut } from './regions/spread.js';
import { adjustedByRecords, scoresFromFeatures } from './scores/from-features.js';
import { defaultModel, type Model } from './scores/model.js';

/** The input of a model: blocks, metadata and features of a page. */
export interface Analysis {
  readonly blocks: Blocks;
  readonly read: ReadMetadata;
  readonly features: Features;
  /** Checked; `url` falls back to the URL that came with the page. */
  readonly options: PageOptions;
}

/** Runs the stages up to the features. Shared by `extract` and training, so that both see the same numbers. */
export function analyse(input: PageInput, given: ExtractOptions): Analysis {
  const { tree, options } = readPage(input, given);
  const blocks = blocksFromTree(tree);
  const read = readMetadata(blocks, options);
  const features = featuresFromBlocks(blocks, {
    url: options.url,
    title: read.title,
    description: read.description,
    heading: read.heading,
    ...read.declarations,
  });
  return { blocks, read, features, options };
}

/**
 * Extracts the main content of a web page. Synchronous and deterministic; never prints, never fetches. Throws a
 * PithError if the input is not a page at all; every page, however broken, gives a result.
 */
export function extract(input: PageInput, options: ExtractOptions = {}): Article {
  return extractByScores(input, options, scoresFromFeatures);
}

/** Like `extract`, with the block probabilities computed by `scores` instead of the model. */
export function extractByScores(
  input: PageInput,
  given: ExtractOptions,
  scores: (features: Features, model: Model) => Float32Array,
): Article {
  const { features, read, options } = analyse(input, given);
  const { model = defaultModel() } = options;
  const unadjusted = scores(features, model);
  const site = options.site && adjustedBySite(features.measurements, unadjusted, options.site);
  const decided = decide(features, site?.probability ?? unadjusted, options, model);
  return new PageArticle({ features, read, unadjusted, site, model, ...decided }, options, OUTPUTS);
}

/**
 * The page as hashes of its texts, for a `SiteMemory`. Takes a part of the time of an extraction, whose article has the
 * same fingerprint.
 */
export function fingerprint(input: PageInput, options: ExtractOptions = {}): string {
  return sitePageOf(textHashes(blocksFromTree(readPage(input, options).tree))).encode();
}

type Decided = Pick<Findings, 'regions' | 'quality' | 'comments'>;

/**
 * Assigns a role to every block. Pages made of posts or entries, and pages that may have comments, get a second pass:
 * blocks of posts and entries get adjusted probabilities, and comments are excluded, except on forums.
 */
export function decide(
  features: Features,
  probability: Float32Array,
  options: PageOptions,
  model: Model,
): Decided {
  const { measurements } = features;
  const draft = regionsFromScores(measurements, probability, options);
  const comments = new CommentSearch(measurements);
  const quality = new PageClassification(features, draft, comments, model);
  const kind = isSpreadOut(measurements, draft) && quality.mayBeRecords ? quality.records : undefined;
  const parts = kind === undefined ? undefined : recordParts(measurements, kind);
  if (parts === undefined && !comments.mayContain(b => draft.role[b] === ROLE.content))
    return { regions: draft, quality, comments };
  const adjusted =
    parts === undefined ? probability : adjustedByRecords(probability, parts, model.records[kind!]);
  const found = comments.blocks;
  // Checked last: classifying the page costs more than searching for comments.
  const isForum = found !== undefined && quality.mayBeRecords && quality.type === 'forum';
  const regions = regionsFromScores(measurements, adjusted, options, isForum ? undefined : found);
  return { regions, quality, comments };
}
