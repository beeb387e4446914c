import { type Leaf, visibleLeaves } from '@webpith/lab';
import type { PageTree } from 'webpith/stages';
import { leafText } from '../leaf-text.js';
import type { Dictionary } from './dictionary.js';
import { drawnLeaves } from './drawn-leaves.js';
import { layoutFeatures } from './layout.js';
import { pageContext } from './page-context.js';
import { paperFeatures } from './paper.js';
import { richFeatures } from './rich.js';
import { type FeatureRows, RowWriter } from './row.js';
import type { FeatureWriter } from './writer.js';

/** The paper's two feature sets, and a richer one that needs no browser. */
export const FEATURE_SETS = ['no style', 'all', 'rich'] as const;
export type FeatureSet = (typeof FEATURE_SETS)[number];

/** The features of all visible leaves of a page. `drawn` is the rendered tree, for the set `all`. */
export function leafFeatures(
  tree: PageTree,
  set: FeatureSet,
  dictionary: Dictionary,
  drawn?: PageTree,
): FeatureRows {
  const out = new RowWriter(dictionary);
  const leaves = visibleLeaves(tree);
  const texts = leaves.map(leaf => leafText(tree, leaf));
  writeFeatures({ tree, leaves, texts, set, drawn }, out);
  return out.rows;
}

export interface FeatureSource {
  readonly tree: PageTree;
  readonly leaves: readonly Leaf[];
  readonly texts: readonly string[];
  readonly set: FeatureSet;
  readonly drawn?: PageTree | undefined;
}

export function writeFeatures({ tree, leaves, texts, set, drawn }: FeatureSource, out: FeatureWriter): void {
  const context = pageContext(tree, leaves, texts, out.dictionary);
  const parts = [paperFeatures(context, out)];
  const layout = tree.layout ? tree : drawn;
  if (set === 'all' && layout?.layout) parts.push(layoutFeatures(drawnLeaves(tree, leaves, layout), out));
  if (set === 'rich') parts.push(richFeatures(context, out));
  for (let i = 0; i < leaves.length; i++) {
    for (const part of parts) part(i);
    out.next();
  }
}
