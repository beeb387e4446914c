import type { WrittenDate } from '../../dates.js';
import type { MetadataSource } from '../../metadata.js';

/** Where a date stands on a page, the most telling places first. */
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

/** What the words or names around a date say that it is of. */
export type DateLabel = 'published' | 'modified' | 'date' | undefined;

/** One date in one place. */
export interface DateMention extends WrittenDate {
  readonly place: DatePlace;
  readonly label: DateLabel;
  /** Where it was found, where the place does not say it. */
  readonly source?: MetadataSource;
  /** Node that shows it. */
  readonly node?: number | undefined;
  /** Blocks behind the heading; negative above it, undefined for what is not seen. */
  readonly distance?: number | undefined;
  /** Words of the line it stands in. */
  readonly words?: number | undefined;
  /** Whether it stands among readers' comments. */
  readonly inComments?: boolean | undefined;
}

/** More mentions than these are a calendar or an archive. Set by hand. */
export const MAX_MENTIONS = 400;
