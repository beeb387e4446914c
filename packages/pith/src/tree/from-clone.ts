import { Layout } from './layout.js';
import { PageTree } from './tree.js';

/** Restores a tree that was cloned to another thread, which strips its methods. */
export function treeFromClone(clone: PageTree): PageTree {
  const { source, encoded, count, extraTags, extraAttributes, layout } = clone;
  const own = layout && new Layout(layout.columns);
  return new PageTree(source, encoded, count, clone, extraTags, extraAttributes, own);
}
