import type { Corrections, Include, SiteRules } from 'webpith';
import type { ExtractRequest } from '../api/extract.js';
import type { SharedModel } from '../models/model-cache.js';
import type { SourcePage } from './page.js';

/** All that a thread needs to extract a page. */
export interface ExtractInput {
  readonly page: SourcePage;
  readonly method: string;
  readonly model?: SharedModel;
  readonly format: NonNullable<ExtractRequest['format']>;
  readonly include: Include;
  readonly lean?: number;
  readonly explain: boolean | 'brief';
  readonly rules?: SiteRules;
  readonly corrections?: Corrections;
  /** Rules of the site, put into `rules` already. */
  readonly siteRules?: { readonly site: string; readonly rules: SiteRules };
  readonly outputs: readonly NonNullable<ExtractRequest['outputs']>[number][];
  /** Under which id the page is kept. */
  readonly view?: string;
}
