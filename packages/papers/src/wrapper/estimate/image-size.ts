import { ATTR, type PageTree } from 'webpith/stages';

/** Images without a size count as icons. */
const ICON_SIZE = 24;
/** Larger sizes are ignored. */
const LARGEST = 4000;

export function imageSize(tree: PageTree, node: number): [width: number, height: number] {
  const side = (name: number) => Number.parseInt(tree.attribute(node, name) ?? '', 10);
  const [width, height] = [side(ATTR.width), side(ATTR.height)];
  const isBelievable = width > 0 && height > 0 && width <= LARGEST && height <= LARGEST;
  return isBelievable ? [width, height] : [ICON_SIZE, ICON_SIZE];
}
