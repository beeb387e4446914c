import { analyse } from './analyse.js';
import type { Article } from './article/article.js';
import { articleFromRegions } from './article/from-regions.js';
import type { PageInput } from './input.js';
import { once } from './once.js';
import type { ExtractOptions } from './options.js';
import { withOutputs } from './output/with-outputs.js';
import { qualityFromRegions } from './quality/from-regions.js';
import { commentsFromRecords } from './records/comments.js';
import { regionsFromScores } from './regions/from-scores.js';
import { withComments } from './regions/with-comments.js';
import { scoresFromFeatures } from './scores/from-features.js';

/**
 * Takes a web page and gives back what a person would read there. Synchronous, deterministic; never prints, never
 * fetches. Throws a PithError for an input that is not a page at all; every page, however broken, gives a result.
 */
export function extract(input: PageInput, options: ExtractOptions = {}): Article {
  const analysis = analyse(input, options);
  const { features } = analysis;
  const decided = regionsFromScores(features.facts, scoresFromFeatures(features), options);
  const quality = once(() => qualityFromRegions(features, decided));
  const comments = commentsFromRecords(features.facts, { isDiscussion: () => quality().type === 'forum' });
  const regions = withComments(decided, comments.blocks);
  return withOutputs(articleFromRegions({ analysis, regions, quality, comments }, options), options.include);
}
