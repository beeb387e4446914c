import type { Article } from './article/article.js';
import { PageArticle } from './article/from-regions.js';
import type { Blocks } from './blocks/blocks.js';
import { blocksFromTree } from './blocks/from-tree.js';
import { type Features, featuresFromBlocks } from './features/from-blocks.js';
import type { PageMeasurements } from './features/measurements/page-measurements.js';
import { type PageInput, readPage } from './input.js';
import { PageKind } from './kind/from-regions.js';
import { withoutRepeated } from './memory/from-regions.js';
import { sitePageOf, textHashes } from './memory/site-page.js';
import { type ReadMetadata, readMetadata } from './metadata/from-blocks.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { OUTPUTS } from './output/from-article.js';
import { regionsFromScores } from './regions/from-scores.js';
import type { Regions } from './regions/regions.js';
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
  const page = features.measurements;
  const unadjusted = scores(features, model);
  const draft = regionsFromScores(page, unadjusted, options);
  const kind = new PageKind(features, draft, model);
  const own = regionsOfKind(page, kind, draft, options, model);
  const site = options.site && withoutRepeated(page.blocks, own, kind.type, options.site);
  const regions = site?.regions ?? own;
  return new PageArticle({ features, read, unadjusted, site, model, kind, regions }, options, OUTPUTS);
}

/**
 * The page as hashes of its texts, for a `SiteMemory`. Takes a part of the time of an extraction, whose article has the
 * same fingerprint.
 */
export function fingerprint(input: PageInput, options: ExtractOptions = {}): string {
  return sitePageOf(textHashes(blocksFromTree(readPage(input, options).tree))).encode();
}

/** The regions that fit the kind of the page: posts and entries adjust the probabilities, and comments are excluded. */
export function regionsOfKind(
  page: PageMeasurements,
  kind: PageKind,
  draft: Regions,
  options: PageOptions,
  model: Model,
): Regions {
  const { records, commentRoles } = kind;
  if (records === undefined && commentRoles === undefined) return draft;
  const { probability } = draft;
  const adjusted =
    records === undefined
      ? probability
      : adjustedByRecords(probability, records.parts, model.records[records.kind]);
  return regionsFromScores(page, adjusted, options, commentRoles);
}
