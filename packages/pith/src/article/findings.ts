import type { Features } from '../features/from-blocks.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import type { Metadata } from '../metadata/metadata.js';
import type { Quality } from '../quality/from-regions.js';
import type { Comments } from '../records/comments.js';
import type { Regions } from '../regions/regions.js';
import type { Model } from '../scores/model.js';

/** What the stages before the article have found. */
export interface Findings {
  readonly analysis: {
    readonly features: Features;
    readonly metadata: Metadata;
    readonly read: ReadMetadata;
  };
  /** What was kept, readers' comments set apart where one might have been. */
  readonly regions: Regions;
  /** Probability of each block before the records of the page moved it. */
  readonly unmoved: Float32Array;
  readonly quality: () => Quality;
  readonly comments: Comments;
  /** The model whose reasons are told; the default unless given. */
  readonly model?: Model | undefined;
}
