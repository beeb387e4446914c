import type { Layout, PageTree } from 'webpith/stages';
import { estimateLayout } from './estimate/estimate-layout.js';
import { squeezeLayout } from './squeeze.js';
import { type PageView, viewPage } from './view.js';

/** Source of a layout. */
export type LayoutMode = 'rendered' | 'estimated';

/** The rendered layout if the tree has one, otherwise an estimate. */
export function layoutOf(tree: PageTree): { readonly layout: Layout; readonly mode: LayoutMode } {
  return tree.layout
    ? { layout: tree.layout, mode: 'rendered' }
    : { layout: estimateLayout(tree), mode: 'estimated' };
}

/** The view of a page that the shipped models use. */
export function squeezedView(tree: PageTree): PageView & { readonly mode: LayoutMode } {
  const { layout, mode } = layoutOf(tree);
  return { ...viewPage(tree, squeezeLayout(tree, layout)), mode };
}
