import type { Features } from '../features/from-blocks.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import type { Metadata } from '../metadata/metadata.js';
import type { Quality } from '../quality/from-regions.js';
import type { Comments } from '../records/comments.js';
import type { Regions } from '../regions/regions.js';
import type { Model } from '../scores/model.js';

export interface Findings {
  readonly analysis: {
    readonly features: Features;
    readonly metadata: Metadata;
    readonly read: ReadMetadata;
  };
  /** Regions after the readers' comments were separated. */
  readonly regions: Regions;
  /** Probability of each block before posts and entries adjusted it. */
  readonly unmoved: Float32Array;
  readonly quality: () => Quality;
  readonly comments: Comments;
  /** The model that explanations refer to; the default unless given. */
  readonly model?: Model | undefined;
}
