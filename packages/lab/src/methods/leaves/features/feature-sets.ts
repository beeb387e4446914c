import type { PageTree } from 'pith/internals';
import { type Leaf, visibleLeaves } from '../leaves.js';
import type { Dictionary } from './dictionary.js';
import { drawnLeaves } from './drawn-leaves.js';
import { layoutFeatures } from './layout.js';
import { pageContext } from './page-context.js';
import { paperFeatures } from './paper.js';
import { richFeatures } from './rich.js';
import { type FeatureRows, RowWriter } from './row.js';

/** The feature sets: the paper's two, and one that goes beyond them without a browser. */
export const FEATURE_SETS = ['no style', 'all', 'rich'] as const;
export type FeatureSet = (typeof FEATURE_SETS)[number];

/** The features of all visible leaves of a page. `drawn` is the tree a browser made of it, for the set `all`. */
export function leafFeatures(
  tree: PageTree,
  set: FeatureSet,
  dictionary: Dictionary,
  drawn?: PageTree,
  leaves: readonly Leaf[] = visibleLeaves(tree),
): FeatureRows {
  const out = new RowWriter(dictionary);
  const context = pageContext(tree, leaves);
  const parts = [paperFeatures(context, out)];
  const layout = tree.layout ? tree : drawn;
  if (set === 'all' && layout?.layout) parts.push(layoutFeatures(drawnLeaves(tree, leaves, layout), out));
  if (set === 'rich') parts.push(richFeatures(context, out));
  for (let i = 0; i < leaves.length; i++) {
    for (const part of parts) part(i);
    out.next();
  }
  return out.rows;
}
