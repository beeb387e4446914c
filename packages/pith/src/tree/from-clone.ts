import { Layout } from './layout.js';
import { PageTree } from './tree.js';

/** A tree of what is left of one that was sent to another thread: its fields without its methods. */
export function treeFromClone(clone: PageTree): PageTree {
  const { source, encoded, count, extraTags, extraAttributes, layout } = clone;
  const own = layout && new Layout(layout.columns);
  return new PageTree(source, encoded, count, clone, extraTags, extraAttributes, own);
}
