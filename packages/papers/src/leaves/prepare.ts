import type { PageTree } from 'webpith/stages';
import { growingDictionary } from './features/dictionary.js';
import { type FeatureSet, leafFeatures } from './features/feature-sets.js';
import type { LabelledPage } from './labelled-pages.js';
import type { LeafData } from './model.js';

/** Extracts features and labels with one dictionary. */
export function prepareLeaves(
  pages: readonly Pick<LabelledPage, 'key' | 'tree' | 'y'>[],
  set: FeatureSet,
  drawn?: ReadonlyMap<string, PageTree>,
): LeafData {
  const dictionary = growingDictionary();
  const rows = pages.map(({ tree, key }) => leafFeatures(tree, set, dictionary, drawn?.get(key)));
  return { names: dictionary.names, rows, y: pages.map(page => page.y) };
}

export function selectPages(data: LeafData, keep: (page: number) => boolean): LeafData {
  return { ...data, rows: data.rows.filter((_, i) => keep(i)), y: data.y.filter((_, i) => keep(i)) };
}
