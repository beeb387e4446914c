import type { Blocks } from '../blocks/blocks.js';
import type { Features } from '../features/from-blocks.js';
import type { Metadata } from '../metadata/metadata.js';
import { once } from '../once.js';
import type { ExtractOptions } from '../options.js';
import { type Regions, ROLE } from '../regions/regions.js';
import { TAG } from '../tree/names.js';
import type { Article } from './article.js';
import type { ContentNode } from './content.js';
import { type ContentOptions, contentFromTree } from './content-from-tree.js';
import { decisions } from './decisions.js';

/** Everything of an article but its texts, which the outputs write from it. */
export type UnwrittenArticle = Omit<Article, 'text' | 'markdown' | 'html'>;

/** Puts the article together; what costs time and is not always wanted is made when first asked for. */
export function articleFromRegions(
  { blocks }: Features['facts'],
  metadata: Metadata,
  regions: Regions,
  options: ExtractOptions,
): UnwrittenArticle {
  const content = once(() => contentOf(blocks, regions, 'content', contentOptions(options)));
  return {
    ...(options.url === undefined ? {} : { url: options.url }),
    ...fieldsFromMetadata(metadata),
    type: 'article',
    confidence: 0.5,
    get content() {
      return content();
    },
    comments: [],
    posts: [],
    items: [],
    explain: () => decisions(blocks, regions),
  };
}

/** The fields of an article that the metadata fill, and where each came from. */
function fieldsFromMetadata(metadata: Metadata) {
  const { title, authors, published, modified, siteName, description, image, canonicalUrl } = metadata;
  const { language, direction, tags, section, license, paywalled } = metadata;
  return {
    ...given({
      canonicalUrl: canonicalUrl?.value,
      title: title?.value,
      published: published?.value,
      modified: modified?.value,
      siteName: siteName?.value,
      description: description?.value,
      image: image?.value,
      language: language?.value,
      section: section?.value,
      license: license?.value,
      paywalled: paywalled?.value,
    }),
    authors: authors?.value ?? [],
    tags: tags?.value ?? [],
    direction: direction?.value ?? ('ltr' as const),
    sources: Object.fromEntries(
      Object.entries(metadata).map(([field, { source }]) => [field, source as string]),
    ),
  };
}

/** The content tree of all blocks that play a role. */
export function contentOf(
  blocks: Blocks,
  regions: Regions,
  role: keyof typeof ROLE,
  options: ContentOptions,
): ContentNode[] {
  const kept = new Uint8Array(blocks.tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (regions.role[b] === ROLE[role]) keepTexts(blocks, b, kept);
  }
  return contentFromTree(blocks.tree, kept, options);
}

/** Marks the text nodes of a block. */
export function keepTexts({ tree, first, end }: Blocks, block: number, kept: Uint8Array): void {
  for (let node = first[block]!; node < end[block]!; node++)
    if (tree.tag[node] === TAG['#text']) kept[node] = 1;
}

/** The switches of the content tree, from those of the extraction. */
function contentOptions({ url, include }: ExtractOptions): ContentOptions {
  return {
    baseUrl: url,
    links: include?.links,
    images: include?.images,
    tables: include?.tables,
    captions: include?.captions,
  };
}

/** An object without the fields that are undefined. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
