import { type Features, scoresFromFeatures, siteOf } from 'webpith/stages';
import { analysePage } from '../../corpora/page-tree.js';
import type { Example } from '../../extractor.js';
import { shareOfBlocks } from './block-labels.js';
import { logOdds } from './model.js';

/** A page as fitting sees it: rows of its blocks, what the default says of them, and what they are. */
export interface LearnedPage {
  readonly features: Features;
  /** Its site; an empty string where its address is unknown. */
  readonly site: string;
  /** Log-odds by the default model. */
  readonly start: Float32Array;
  /** Share that is content, -1 where nothing tells. */
  readonly share: Float32Array;
}

/** Reads what an example teaches; undefined where it teaches nothing. */
export function learnedPage(example: Example): LearnedPage | undefined {
  const { page } = example;
  const { blocks, features } = analysePage(page);
  const share = shareOfBlocks(blocks, example);
  return (
    share && { features, share, site: siteOf(page) ?? '', start: scoresFromFeatures(features).map(logOdds) }
  );
}
