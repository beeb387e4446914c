import type { MetadataSource } from '../../metadata.js';

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

export interface AuthorMention {
  readonly name: string;
  readonly place: AuthorPlace;
  readonly source: MetadataSource;
  readonly node?: number | undefined;
  /** Blocks after the heading; negative before it. */
  readonly distance?: number | undefined;
  /** Position among the names of one line or field, and their number. */
  readonly index: number;
  readonly among: number;
  readonly inComments?: boolean | undefined;
  readonly isOuter?: boolean | undefined;
  readonly isLink?: boolean | undefined;
  readonly ofPictures?: boolean | undefined;
}

export interface AuthorCandidate {
  readonly key: string;
  readonly name: string;
  readonly mentions: readonly AuthorMention[];
}

export function together(
  names: readonly string[],
  rest: Omit<AuthorMention, 'name' | 'index' | 'among'>,
): AuthorMention[] {
  return names.map((name, index) => ({ ...rest, name, index, among: names.length }));
}
