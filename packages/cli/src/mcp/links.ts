import type { ContentNode, Inline } from 'webpith';
import type { ReadPage } from './reading.js';
import { z } from './sdk.js';
import { clipped, plainText } from './sections.js';

/** Links as `page_links` gives them. */
export const linksSchema = z.object({
  links: z.array(
    z.object({
      text: z.string(),
      url: z.string(),
      section: z.number().describe('the section that it stands in'),
    }),
  ),
  total: z.number().describe('how many there are in all'),
});

type Found = z.infer<typeof linksSchema>['links'][number];

/** The links in the content of a page, each address once, in reading order. */
export function linksOf({ sections }: ReadPage, from: number, limit: number): z.infer<typeof linksSchema> {
  const found = new Map<string, Found>();
  for (const { number, blocks } of sections) {
    for (const { href, children } of linksIn(blocks)) {
      if (!found.has(href)) {
        found.set(href, {
          text: clipped(plainText(children), 200),
          url: clipped(href, 2000),
          section: number,
        });
      }
    }
  }
  return { links: [...found.values()].slice(from, from + limit), total: found.size };
}

type Link = Extract<Inline, { type: 'link' }>;

/** All links in blocks, in order: content is plain objects, so every array in it may hold some. */
function linksIn(blocks: readonly ContentNode[]): Link[] {
  const links: Link[] = [];
  const stack: unknown[] = [...blocks].reverse();
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && (value as { type?: unknown }).type === 'link') links.push(value as Link);
    for (const inner of Object.values(value).reverse()) if (typeof inner === 'object') stack.push(inner);
  }
  return links;
}
