import { ATTR, type PageTree, TAG } from 'webpith/internals';

/** What a page says its addresses start from. */
export function baseOf(tree: PageTree): string | undefined {
  const base = tree.tag.indexOf(TAG.base);
  return base < 0 ? undefined : tree.attribute(base, ATTR.href);
}
