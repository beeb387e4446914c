import { analyse } from './analyse.js';
import type { Article } from './article/article.js';
import { articleFromRegions } from './article/from-regions.js';
import type { Features } from './features/from-blocks.js';
import type { PageInput } from './input.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { withOutputs } from './output/with-outputs.js';
import { judgePage, type Quality } from './quality/from-regions.js';
import { type Comments, commentsFromRecords } from './records/comments.js';
import { recordParts } from './records/parts.js';
import { regionsFromScores } from './regions/from-scores.js';
import { type Regions, ROLE } from './regions/regions.js';
import { isSpreadOut } from './regions/spread.js';
import { movedByRecords } from './scores/by-records.js';
import { scoresFromFeatures } from './scores/from-features.js';
import { defaultModel, type Model } from './scores/model.js';

/**
 * Takes a web page and gives back what a person would read there. Synchronous, deterministic; never prints, never
 * fetches. Throws a PithError for an input that is not a page at all; every page, however broken, gives a result.
 */
export function extract(input: PageInput, options: ExtractOptions = {}): Article {
  return extractByScores(input, options, scoresFromFeatures);
}

/** The same with somebody else's probability of each block to be content. */
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
  return withOutputs(articleFromRegions(findings, options), options.include);
}

interface Decided {
  readonly regions: Regions;
  readonly quality: () => Quality;
  readonly comments: Comments;
}

/**
 * Decides twice where it must: what was kept at first tells what kind of page it is, and that tells what its comments,
 * posts and entries are to it. Most pages are one text without comments, and are not asked.
 */
export function decide(
  features: Features,
  probability: Float32Array,
  options: PageOptions,
  model: Model,
): Decided {
  const { facts } = features;
  const draft = regionsFromScores(facts, probability, options);
  const { mayBeRecords, quality } = judgePage(features, draft, () => comments.lead, model);
  const isDiscussion = () => mayBeRecords() && quality().type === 'forum';
  const comments: Comments = commentsFromRecords(facts, { isDiscussion });
  const kind = isSpreadOut(facts, draft) && mayBeRecords() ? quality().records : undefined;
  const parts = kind === undefined ? undefined : recordParts(facts, kind);
  if (parts === undefined && !comments.mayHold(b => draft.role[b] === ROLE.content))
    return { regions: draft, quality, comments };
  const moved = parts === undefined ? probability : movedByRecords(probability, parts, model.records[kind!]);
  return { regions: regionsFromScores(facts, moved, options, comments.blocks), quality, comments };
}
