import { analyse } from './analyse.js';
import type { Article } from './article/article.js';
import { articleFromRegions } from './article/from-regions.js';
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
export function extract(input: string | Uint8Array | Document, options: ExtractOptions = {}): Article {
  const { blocks, metadata, features } = analyse(input, options);
  const scores = scoresFromFeatures(features);
  const decided = regionsFromScores(blocks, scores, options);
  const quality = qualityFromRegions(features, decided, metadata.title?.value);
  const comments = commentsFromRecords(features.facts, { isDiscussion: quality.type === 'forum' });
  const regions = withComments(decided, comments.blocks);
  return withOutputs(
    articleFromRegions({ features, metadata, regions, quality, comments }, options),
    options.include,
  );
}
