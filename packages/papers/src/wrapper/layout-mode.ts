import type { Layout, PageTree } from 'webpith/stages';
import { estimateLayout } from './estimate/estimate-layout.js';
import { squeezeLayout } from './squeeze.js';
import { type PageView, viewPage } from './view.js';

/** Where a layout comes from, and whether missing style sheets are made up for. */
export type LayoutMode = 'rendered' | 'estimated';

/** The layout a page is seen through: the browser's where the tree brings one, the estimate otherwise. */
export function layoutOf(tree: PageTree): { readonly layout: Layout; readonly mode: LayoutMode } {
  return tree.layout
    ? { layout: tree.layout, mode: 'rendered' }
    : { layout: estimateLayout(tree), mode: 'estimated' };
}

/** A page through its squeezed layout, as the shipped models see it. */
export function squeezedView(tree: PageTree): PageView & { readonly mode: LayoutMode } {
  const { layout, mode } = layoutOf(tree);
  return { ...viewPage(tree, squeezeLayout(tree, layout)), mode };
}
