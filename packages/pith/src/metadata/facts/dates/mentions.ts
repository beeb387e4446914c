import type { WrittenDate } from '../../dates.js';
import type { MetadataSource } from '../../metadata.js';

/** Most informative places first. */
export const DATE_PLACES = [
  'json-ld published',
  'json-ld created',
  'json-ld modified',
  'open-graph published',
  'open-graph modified',
  'meta published',
  'meta modified',
  'meta date',
  'microdata published',
  'microdata modified',
  'time near the title',
  'time',
  'time in the outskirts',
  'line near the title',
  'line above the title',
  'opening of the text',
  'line',
  'line in the outskirts',
  'running text',
  'attribute',
  'address',
  'script published',
  'script modified',
  'script',
  'address of the image',
  'title',
] as const;
export type DatePlace = (typeof DATE_PLACES)[number];

export const NEAR_TITLE: ReadonlySet<DatePlace> = new Set([
  'time near the title',
  'line near the title',
  'line above the title',
]);

/** Kind of date by the words before it or the names of the elements around it. */
export type DateLabel = 'published' | 'modified' | 'date' | undefined;

export interface DateMention extends WrittenDate {
  readonly place: DatePlace;
  readonly label: DateLabel;
  /** Only if `place` does not imply it. */
  readonly source?: MetadataSource;
  readonly node?: number | undefined;
  /** Blocks after the heading; negative before it, undefined if not visible. */
  readonly distance?: number | undefined;
  readonly words?: number | undefined;
  readonly inComments?: boolean | undefined;
}

/** More mentions are a calendar or an archive. Set by hand. */
export const MAX_MENTIONS = 400;
