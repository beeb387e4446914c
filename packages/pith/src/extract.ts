import { analyse } from './analyse.js';
import type { Article } from './article/article.js';
import { articleFromRegions } from './article/from-regions.js';
import type { Features } from './features/from-blocks.js';
import type { PageInput } from './input.js';
import { once } from './once.js';
import type { ExtractOptions } from './options.js';
import { withOutputs } from './output/with-outputs.js';
import { type Quality, qualityFromRegions } from './quality/from-regions.js';
import { type Comments, commentsFromRecords } from './records/comments.js';
import { regionsFromScores } from './regions/from-scores.js';
import { ROLE } from './regions/regions.js';
import { scoresFromFeatures } from './scores/from-features.js';

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
  scores: (features: Features) => Float32Array,
): Article {
  const analysis = analyse(input, given);
  const { features, options } = analysis;
  const { facts } = features;
  const probability = scores(features);
  const draft = regionsFromScores(facts, probability, options);
  const quality = once((): Quality => qualityFromRegions(features, draft, () => comments.lead));
  const comments: Comments = commentsFromRecords(facts, { isDiscussion: () => quality().type === 'forum' });
  // What kind of page it is, and what on it is a comment, is asked only where a comment may have been kept.
  const regions = comments.mayHold(b => draft.role[b] === ROLE.content)
    ? regionsFromScores(facts, probability, options, comments.blocks)
    : draft;
  return withOutputs(articleFromRegions({ analysis, regions, quality, comments }, options), options.include);
}
