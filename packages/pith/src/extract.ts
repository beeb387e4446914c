import type { Article } from './article/article.js';
import { PageArticle } from './article/from-regions.js';
import { blocksFromTree } from './blocks/from-tree.js';
import type { Features } from './features/from-blocks.js';
import { Page, type PageHints } from './features/page.js';
import { Groups } from './groups/from-page.js';
import { type PageInput, readPage } from './input.js';
import { PageKind } from './kind/from-regions.js';
import { OtherPages, withoutRepeated } from './memory/from-regions.js';
import { sitePageOf } from './memory/site-page.js';
import { besideSite, type ReadMetadata, readMetadata } from './metadata/from-blocks.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { OUTPUTS } from './output/from-article.js';
import { regionsFromScores } from './regions/from-scores.js';
import type { Regions } from './regions/regions.js';
import { adjustedByEntries, scoresFromFeatures } from './scores/from-features.js';
import { defaultModel, type Model } from './scores/model.js';

/** Runs the stages up to the features. Shared with training, so that both see the same numbers. */
export function analyse(input: PageInput, given: ExtractOptions): Page {
  const { tree, options } = readPage(input, given);
  const blocks = blocksFromTree(tree);
  return new Page(blocks, hintsOf(readMetadata(blocks, options), options));
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
  const { tree, options } = readPage(input, given);
  const { model = defaultModel() } = options;
  const blocks = blocksFromTree(tree);
  const read = readMetadata(blocks, options);
  const page = new Page(blocks, hintsOf(read, options));
  const unadjusted = scores(page.features, model);
  const draft = regionsFromScores(page, unadjusted, options);
  const groups = new Groups(page);
  const kind = new PageKind(groups, draft, model);
  const own = regionsOfKind(page, kind, draft, options, model);
  const found = { page, groups, unadjusted, model, kind };
  if (options.site === undefined || options.site.size === 0)
    return new PageArticle({ ...found, read, regions: own }, options, OUTPUTS);
  const others = new OtherPages(blocks, own, options.site.index);
  const site = withoutRepeated(others, kind);
  const regions = site?.regions ?? own;
  return new PageArticle({ ...found, read: besideSite(read, others), site, regions }, options, OUTPUTS);
}

function hintsOf(read: ReadMetadata, { url }: PageOptions): PageHints {
  const { title, description, heading, declarations } = read;
  return { url, title, description, heading, ...declarations };
}

/** The regions that fit the kind of the page: posts and entries adjust the probabilities, and comments are excluded. */
export function regionsOfKind(
  page: Page,
  { entries, commentRoles }: PageKind,
  draft: Regions,
  options: PageOptions,
  model: Model,
): Regions {
  if (entries === undefined && commentRoles === undefined) return draft;
  const probability =
    entries === undefined
      ? draft.probability
      : adjustedByEntries(draft.probability, entries.parts, model.records[entries.kind]);
  return regionsFromScores(page, probability, options, {
    draft,
    comments: commentRoles,
    hasPosts: entries?.kind === 'posts',
  });
}

/**
 * The page as hashes of its texts, for a `SiteMemory`. Equal to `fingerprint()` of the extracted article, but faster to
 * compute than an extraction.
 */
export function fingerprint(input: PageInput, options: ExtractOptions = {}): string {
  return sitePageOf(blocksFromTree(readPage(input, options).tree)).encode();
}
