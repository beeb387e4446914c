import type { ReadPage } from './reading.js';
import { z } from './sdk.js';
import { clipped } from './sections.js';

/** What a page says about itself, as `page_metadata` gives it. */
export const metadataSchema = z.object({
  url: z.string().optional(),
  canonicalUrl: z.string().optional(),
  type: z.string(),
  confidence: z.number(),
  notContent: z.string().optional(),
  needsRendering: z.boolean().optional(),
  title: z.string().optional(),
  authors: z.array(z.string()),
  published: z.string().optional(),
  modified: z.string().optional(),
  siteName: z.string().optional(),
  description: z.string().optional(),
  section: z.string().optional(),
  license: z.string().optional(),
  image: z.string().optional(),
  language: z.string().optional(),
  tags: z.array(z.string()),
  paywalled: z.boolean().optional(),
  tokens: z.number().describe('estimate for the whole page as Markdown'),
  sections: z.number().describe('how many; read_page lists those that it leaves out'),
});

const MOST_CHARACTERS = 1000;
const MOST_ENTRIES = 30;

const TEXTS = [
  'url',
  'canonicalUrl',
  'notContent',
  'title',
  'published',
  'modified',
  'siteName',
  'description',
  'section',
  'license',
  'image',
  'language',
] as const;

/** The metadata of a page, no field longer than an assistant has use for. */
export function metadataOf({ article, sections }: ReadPage): z.infer<typeof metadataSchema> {
  const texts = TEXTS.flatMap(name => {
    const value = article[name];
    return value === undefined ? [] : [[name, clipped(value, MOST_CHARACTERS)]];
  });
  const list = (values: readonly string[]) => values.slice(0, MOST_ENTRIES).map(value => clipped(value, 200));
  return {
    ...Object.fromEntries(texts),
    type: article.type,
    confidence: article.confidence,
    ...(article.needsRendering === undefined ? {} : { needsRendering: article.needsRendering }),
    authors: list(article.authors),
    tags: list(article.tags),
    ...(article.paywalled === undefined ? {} : { paywalled: article.paywalled }),
    tokens: sections.reduce((sum, { tokens }) => sum + tokens, 0),
    sections: sections.length,
  };
}
