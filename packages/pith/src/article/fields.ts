import type { Fact } from '../metadata/facts/fact.js';
import type { Metadata } from '../metadata/metadata.js';
import type { Article } from './article.js';

/** Languages written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur', 'yi', 'ps', 'dv', 'ckb', 'sd', 'ug']);

/** Names of the fields that the metadata fill. */
export const METADATA_FIELDS = [
  'canonicalUrl',
  'title',
  'authors',
  'published',
  'modified',
  'siteName',
  'description',
  'image',
  'language',
  'direction',
  'tags',
  'section',
  'license',
  'paywalled',
  'sources',
] as const;

/** The fields of an article that the metadata fill, and where each came from; `language` is that of page and text together. */
export function fieldsFromMetadata(
  metadata: Metadata,
  language: Fact<string> | undefined,
): Pick<Article, (typeof METADATA_FIELDS)[number]> {
  const { title, authors, published, modified, siteName, description, image, canonicalUrl } = metadata;
  const { direction, tags, section, license, paywalled } = metadata;
  const spoken = language?.value;
  return {
    ...given({
      canonicalUrl: canonicalUrl?.value,
      title: title?.value,
      published: published?.value,
      modified: modified?.value,
      siteName: siteName?.value,
      description: description?.value,
      image: image?.value,
      language: spoken,
      section: section?.value,
      license: license?.value,
      paywalled: paywalled?.value,
    }),
    authors: authors?.value ?? [],
    tags: tags?.value ?? [],
    direction: direction?.value ?? (isRightToLeft(spoken) ? 'rtl' : 'ltr'),
    sources: {
      ...Object.fromEntries(Object.entries(metadata).map(([field, { source }]) => [field, source as string])),
      ...(language === undefined ? {} : { language: language.source }),
    },
  };
}

function isRightToLeft(language: string | undefined): boolean {
  return language !== undefined && RIGHT_TO_LEFT.has(language.split('-')[0]!.toLowerCase());
}

/** An object without the fields that are undefined. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
