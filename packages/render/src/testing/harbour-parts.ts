import { ATTR, type PageTree, TAG } from 'webpith/stages';
import type { Media, RichParts } from '../rich/parts.js';

/**
 * The parts of the harbour page that a person would choose as its article, so that tests of the appearance do not
 * depend on a model.
 */
export function harbourParts(tree: PageTree): RichParts {
  const nodes = [...Array(tree.count).keys()];
  const story = nodes.find(node => tree.attribute(node, ATTR.class) === 'story')!;
  const title = tree.tag.indexOf(TAG.h1);
  const textsIn = (root: number) =>
    Uint8Array.from(nodes, node =>
      tree.tag[node] === TAG['#text'] && tree.contains(root, node) && tree.text(node).trim() !== '' ? 1 : 0,
    );
  const images = nodes.filter(node => tree.tag[node] === TAG.img && tree.contains(story, node));
  const media = images.map((node): [number, Media] => [
    node,
    { type: 'image', src: tree.attribute(node, ATTR.src)!, alt: tree.attribute(node, ATTR.alt)! },
  ]);
  return { texts: textsIn(story), media: new Map(media), title, titleTexts: textsIn(title) };
}
