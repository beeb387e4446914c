import { ATTR, type PageTree } from 'webpith/stages';

/** An image that says no size is taken for an icon. */
const ICON_SIZE = 24;
/** Sizes beyond this are not believed. */
const LARGEST = 4000;

/** Width and height of an image by its attributes. */
export function imageSize(tree: PageTree, node: number): [width: number, height: number] {
  const side = (name: number) => Number.parseInt(tree.attribute(node, name) ?? '', 10);
  const [width, height] = [side(ATTR.width), side(ATTR.height)];
  const isBelievable = width > 0 && height > 0 && width <= LARGEST && height <= LARGEST;
  return isBelievable ? [width, height] : [ICON_SIZE, ICON_SIZE];
}
