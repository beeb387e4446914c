import type { Features } from '../features/from-blocks.js';
import type { PageKind } from '../kind/from-regions.js';
import type { SiteRegions } from '../memory/from-regions.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import type { Regions } from '../regions/regions.js';
import type { Model } from '../scores/model.js';

/** The results of the stages before `article`. */
export interface Findings {
  readonly features: Features;
  readonly read: ReadMetadata;
  readonly regions: Regions;
  /** Probability of each block before posts and entries adjusted it. */
  readonly unadjusted: Float32Array;
  readonly kind: PageKind;
  readonly site?: SiteRegions | undefined;
  readonly model: Model;
}
