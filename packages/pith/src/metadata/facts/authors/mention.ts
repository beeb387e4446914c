import type { MetadataSource } from '../../metadata.js';

/** Where an author is named. */
export const AUTHOR_PLACES = [
  'json-ld',
  'json-ld organisation',
  'microdata',
  'rdfa',
  'open-graph',
  'meta',
  'dublin-core',
  'twitter',
  'rel-author',
  'byline',
  'byline far off',
  'link near the title',
  'link far off',
  'element near the title',
  'element far off',
  'labelled line',
  'line by itself',
  'closing line',
  'script',
  'title or address',
  'name of the site',
] as const;
export type AuthorPlace = (typeof AUTHOR_PLACES)[number];

/** One name in one place. */
export interface AuthorMention {
  readonly name: string;
  readonly place: AuthorPlace;
  readonly source: MetadataSource;
  /** Node that names it, where it is shown. */
  readonly node?: number | undefined;
  /** Blocks behind the heading; negative above it. */
  readonly distance?: number | undefined;
  /** Place among the names of one line or field, from zero, and how many there are. */
  readonly index: number;
  readonly among: number;
  readonly inComments?: boolean | undefined;
  readonly isOuter?: boolean | undefined;
  /** Whether it is all link, and not one to an author. */
  readonly isLink?: boolean | undefined;
  /** Whether the line speaks of pictures. */
  readonly ofPictures?: boolean | undefined;
}

/** A name with all places that say it. */
export interface AuthorCandidate {
  readonly key: string;
  /** The fullest way in which the page writes it. */
  readonly name: string;
  readonly mentions: readonly AuthorMention[];
}

/** The mentions of several names that stand together. */
export function together(
  names: readonly string[],
  rest: Omit<AuthorMention, 'name' | 'index' | 'among'>,
): AuthorMention[] {
  return names.map((name, index) => ({ ...rest, name, index, among: names.length }));
}
