import type { Article } from './article/article.js';
import { articleFromRegions } from './article/from-regions.js';
import type { Blocks } from './blocks/blocks.js';
import { blocksFromTree } from './blocks/from-tree.js';
import { type Features, featuresFromBlocks } from './features/from-blocks.js';
import { type PageInput, readPage } from './input.js';
import { lazy } from './lazy.js';
import { type ReadMetadata, readMetadata } from './metadata/from-blocks.js';
import type { Metadata } from './metadata/metadata.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { withOutputs } from './output/from-article.js';
import { judgePage, type Quality } from './quality/from-regions.js';
import { type Comments, commentsFromRecords } from './records/comments.js';
import { recordParts } from './records/parts.js';
import { regionsFromScores } from './regions/from-scores.js';
import { type Regions, ROLE } from './regions/regions.js';
import { isSpreadOut } from './regions/spread.js';
import { movedByRecords, scoresFromFeatures } from './scores/from-features.js';
import { defaultModel, type Model } from './scores/model.js';

/** The input of a model: blocks, metadata and features of a page. */
export interface Analysis {
  readonly blocks: Blocks;
  /** Computed on first access, except for title, heading and description, which the features use. */
  readonly metadata: Metadata;
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
  return lazy({ blocks, read, features, options }, { metadata: () => read.metadata });
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
  const analysis = analyse(input, given);
  const { features, options } = analysis;
  const { model = defaultModel() } = options;
  const probability = scores(features, model);
  const decided = decide(features, probability, options, model);
  const findings = { analysis, unmoved: probability, model, ...decided };
  return withOutputs(articleFromRegions(findings, options), {
    ...options.include,
    markdown: options.markdown,
  });
}

interface Decided {
  readonly regions: Regions;
  readonly quality: () => Quality;
  readonly comments: Comments;
}

/**
 * Assigns a role to every block. Pages made of posts or entries get a second pass: the first decides the page type, the
 * type decides which blocks belong to comments, posts and entries, and those shift the probabilities. Most pages are a
 * single text without comments and skip it.
 */
export function decide(
  features: Features,
  probability: Float32Array,
  options: PageOptions,
  model: Model,
): Decided {
  const { measurements } = features;
  const draft = regionsFromScores(measurements, probability, options);
  const { mayBeRecords, quality } = judgePage(features, draft, () => comments.lead, model);
  const isDiscussion = () => mayBeRecords() && quality().type === 'forum';
  const comments: Comments = commentsFromRecords(measurements, { isDiscussion });
  const kind = isSpreadOut(measurements, draft) && mayBeRecords() ? quality().records : undefined;
  const parts = kind === undefined ? undefined : recordParts(measurements, kind);
  if (parts === undefined && !comments.mayHold(b => draft.role[b] === ROLE.content))
    return { regions: draft, quality, comments };
  const moved = parts === undefined ? probability : movedByRecords(probability, parts, model.records[kind!]);
  return { regions: regionsFromScores(measurements, moved, options, comments.blocks), quality, comments };
}
