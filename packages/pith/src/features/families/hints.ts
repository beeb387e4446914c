import { each, same } from './columns.js';
import type { Family } from './family.js';

/** Overlap of the block with the page's title, description and declared article text. */
export const hints: Family = {
  'share in title': ({ texts }) => each(texts.inTitle),
  'share in description': ({ texts }) => each(texts.inDescription),
  'share in article body': ({ texts }) => each(texts.inBody),
  'has article body': ({ texts }) => same(texts.hasBody ? 1 : 0),
};
