import { ATTR, HIDDEN, IN_ANCHOR, IN_FOREIGN, IN_NOSCRIPT, type PageTree, TAG, UNSEEN } from 'webpith/stages';

/** The labels of Spengler and Gallinari, table 2, in its order; defined in docs/reference/labels.md. */
export const LEAF_LABELS = [
  'advertisement',
  'author',
  'author-date',
  'caption',
  'category',
  'comments',
  'contact',
  'contributor',
  'copyright',
  'current page',
  'date',
  'e-mail article',
  'heading',
  'introduction',
  'media credit',
  'multimedia',
  'next page',
  'none',
  'paragraph',
  'print page',
  'publisher',
  'RSS feed',
  'recommendation',
  'related article',
  'single page',
  'social bookmark',
  'subtitle',
  'tags',
  'title',
  'topics',
] as const;

export type LeafLabel = (typeof LEAF_LABELS)[number];

type LeafKind = 'text' | 'image' | 'icon' | 'media' | 'frame';

export interface Leaf {
  readonly node: number;
  readonly kind: LeafKind;
}

const SHOWN: ReadonlyMap<number, LeafKind> = new Map<number, LeafKind>([
  [TAG.img, 'image'],
  [TAG['amp-img'], 'image'],
  [TAG.svg, 'icon'],
  [TAG.video, 'media'],
  [TAG.audio, 'media'],
  [TAG.embed, 'media'],
  [TAG.object, 'media'],
  [TAG.iframe, 'frame'],
]);

const NOT_SHOWN = HIDDEN | IN_NOSCRIPT | UNSEEN;

/**
 * The visible leaves in document order (§2 of the paper): text, and elements that are visible themselves. Icons count
 * only inside links and buttons, where they replace a word; images and frames of at most one pixel never count.
 */
export function visibleLeaves(tree: PageTree): Leaf[] {
  const leaves: Leaf[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag === TAG['#text']) {
      if ((tree.flags[node]! & (NOT_SHOWN | IN_FOREIGN)) === 0 && hasInk(tree, node))
        leaves.push({ node, kind: 'text' });
      continue;
    }
    const kind = SHOWN.get(tag);
    if (kind === undefined) continue;
    // An element that is a leaf may carry the flags of its hidden content, so the flags of its parent decide.
    const outside = tree.flags[tree.parent[node]!]! | (tree.flags[node]! & HIDDEN);
    if ((outside & (NOT_SHOWN | IN_FOREIGN)) === 0 && isShown(tree, node, kind)) leaves.push({ node, kind });
    if (kind !== 'image') node = tree.end[node]! - 1;
  }
  return leaves;
}

function hasInk(tree: PageTree, node: number): boolean {
  const { source } = tree;
  for (let at = tree.start[node]!; at < tree.stop[node]!; at++) {
    const code = source.charCodeAt(at);
    if (code === 38) return /[^\s\u00ad\u200b-\u200d\ufeff]/u.test(tree.text(node));
    if (code > 32 && code !== 0xa0 && code !== 0xad && code !== 0xfeff && !(code >= 0x2000 && code <= 0x200d))
      return true;
  }
  return false;
}

function isShown(tree: PageTree, node: number, kind: LeafKind): boolean {
  if (kind === 'icon') return inLinkOrButton(tree, node);
  if (kind !== 'image' && kind !== 'frame') return true;
  return !isPixel(tree.attribute(node, ATTR.width)) && !isPixel(tree.attribute(node, ATTR.height));
}

const isPixel = (size: string | undefined) => size !== undefined && /^\s*[01](?:px)?\s*$/.test(size);

function inLinkOrButton(tree: PageTree, node: number): boolean {
  const parent = tree.parent[node]!;
  if (tree.flags[parent]! & IN_ANCHOR || tree.tag[parent] === TAG.a) return true;
  for (let n = parent, up = 0; n > 0 && up < 3; n = tree.parent[n]!, up++) {
    if (tree.tag[n] === TAG.button) return true;
  }
  return false;
}
