import type { Page } from '../features/page.js';
import type { Groups } from '../groups/from-page.js';
import type { PageKind } from '../kind/from-regions.js';
import type { SiteRegions } from '../memory/from-regions.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import type { Regions } from '../regions/regions.js';
import type { Model } from '../scores/model.js';

/** The results of the stages before `article`. */
export interface Findings {
  readonly page: Page;
  readonly groups: Groups;
  readonly read: ReadMetadata;
  readonly regions: Regions;
  /** Probability of each block before posts and entries adjusted it. */
  readonly unadjusted: Float32Array;
  readonly kind: PageKind;
  readonly site?: SiteRegions | undefined;
  readonly model: Model;
}
