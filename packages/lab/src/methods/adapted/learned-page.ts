import { type Features, scoresFromFeatures, siteOf } from 'webpith/stages';
import { analysePage } from '../../corpora/page-tree.js';
import type { Example } from '../../extractor.js';
import { shareOfBlocks } from './block-labels.js';
import { logOdds } from './model.js';

/** The blocks of a page with their features, default scores and labels. */
export interface LearnedPage {
  readonly features: Features;
  /** Empty if the page has no URL. */
  readonly site: string;
  readonly start: Float32Array;
  /** Share that is content, or -1 if unlabelled. */
  readonly share: Float32Array;
}

/** Returns undefined if the example has no usable gold. */
export function learnedPage(example: Example): LearnedPage | undefined {
  const { page } = example;
  const { blocks, features } = analysePage(page);
  const share = shareOfBlocks(blocks, example);
  return (
    share && { features, share, site: siteOf(page) ?? '', start: scoresFromFeatures(features).map(logOdds) }
  );
}
