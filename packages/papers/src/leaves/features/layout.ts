import { type Layout, type PageTree, TAG } from 'webpith/stages';
import type { FeatureWriter } from './writer.js';

/** The rendered tree and the node of each leaf in it, or -1 if it was not drawn. */
export interface DrawnLeaves {
  readonly tree: PageTree;
  readonly nodes: Int32Array;
}

/** Number of elements examined: the parent of the leaf and two above. */
const LEVELS = 3;

/**
 * The style and layout features of §2.3: position and size, every computed style of three elements, and font size
 * relative to the page's largest and mean and to the neighbours. A style is a feature only where it differs from the
 * page's first element, numbers by their difference, so constant styles add no features.
 */
export function layoutFeatures({ tree, nodes }: DrawnLeaves, out: FeatureWriter): (leaf: number) => void {
  const layout = tree.layout!;
  const sizes = Float64Array.from(nodes, node => (node < 0 ? 0 : fontSize(layout, tree, node)));
  const { largest, mean } = sizesOnPage(sizes);
  const { page, styleNames } = layout.columns;
  const top = tree.tag.indexOf(TAG.html);
  const usual = new Map(styleNames.map(name => [name, top < 0 ? undefined : layout.style(top, name)]));
  return i => {
    const node = nodes[i]!;
    if (node < 0) return;
    const box = layout.box(node);
    if (box) {
      out.is('box x', box.x);
      out.is('box y', box.y);
      out.is('box y share', box.y / Math.max(1, page.height));
      out.is('box x share', box.x / Math.max(1, page.width));
      out.is('box right', page.width - box.x - box.width);
      out.is('box width', box.width);
      out.is('box height', box.height);
      out.is('box middle', Math.abs(box.x + box.width / 2 - page.width / 2));
    }
    for (let n = node, level = 0; n > 0 && level < LEVELS; n = tree.parent[n]!, level++)
      styleFeatures(layout, usual, n, level, out);
    if (layout.inFrame(node)) out.has('iframe');
    out.is('font below largest', largest - sizes[i]!);
    out.is('font over mean', sizes[i]! - mean);
    if (i > 0) out.is('font change before', sizes[i]! - sizes[i - 1]!);
    if (i + 1 < sizes.length) out.is('font change after', sizes[i]! - sizes[i + 1]!);
  };
}

function styleFeatures(
  layout: Layout,
  usual: ReadonlyMap<string, string | undefined>,
  node: number,
  level: number,
  out: FeatureWriter,
): void {
  for (const [name, atTop] of usual) {
    const value = layout.style(node, name);
    if (value === undefined || value === '' || value === atTop) continue;
    const number = pixels(value);
    if (number === undefined) out.has(`s${level} ${name}=${value.slice(0, 40)}`);
    else out.is(`s${level} ${name}`, number - (pixels(atTop ?? '') ?? 0));
  }
}

/** A length in pixels or a bare number; undefined for any other value. */
function pixels(value: string): number | undefined {
  const number = /^(-?\d{1,6}(?:\.\d{1,6})?)(?:px)?$/.exec(value)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Font size of a node or its nearest ancestor that has one; 0 if none is known. */
export function fontSize(layout: Layout, tree: PageTree, node: number): number {
  for (let n = node, up = 0; n > 0 && up < 3; n = tree.parent[n]!, up++) {
    const value = Number.parseFloat(layout.style(n, 'font-size') ?? '');
    if (value > 0) return value;
  }
  return 0;
}

function sizesOnPage(sizes: Float64Array): { largest: number; mean: number } {
  const drawn = sizes.filter(size => size > 0);
  return {
    largest: drawn.reduce((a, b) => Math.max(a, b), 0),
    mean: drawn.reduce((a, b) => a + b, 0) / Math.max(1, drawn.length),
  };
}
