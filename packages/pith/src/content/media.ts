import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { Addresses } from './addresses.js';
import type { Audio, Embed, Video } from './content.js';
import { providerOf } from './providers.js';

export function playerOf(tree: PageTree, node: number, addresses: Addresses): Video | Audio | undefined {
  const src = playedBy(tree, node, addresses);
  if (src === undefined) return undefined;
  const title = titleOf(tree, node);
  if (tree.tag[node] === TAG.audio) return { type: 'audio', src, ...title, node };
  const poster = addresses.media(tree.attribute(node, ATTR.poster) ?? '');
  return { type: 'video', src, ...(poster === undefined ? {} : { poster }), ...title, node };
}

const FRAME_SOURCES = [ATTR.src, ATTR['data-src'], ATTR['data-lazy-src'], ATTR.data];

/** The embed of an `iframe`, `embed` or `object` from a known provider. */
export function embedOf(tree: PageTree, node: number, addresses: Addresses): Embed | undefined {
  for (const name of FRAME_SOURCES) {
    const src = addresses.media(tree.attribute(node, name) ?? '');
    const provider = src === undefined ? undefined : providerOf(src);
    if (src !== undefined && provider !== undefined)
      return { type: 'embed', src, provider, ...titleOf(tree, node), node };
  }
  return undefined;
}

function playedBy(tree: PageTree, node: number, addresses: Addresses): string | undefined {
  const own = addresses.media(tree.attribute(node, ATTR.src) ?? tree.attribute(node, ATTR['data-src']) ?? '');
  if (own !== undefined) return own;
  for (let n = tree.firstChild(node); n >= 0; n = tree.nextSibling(n)) {
    if (tree.tag[n] !== TAG.source) continue;
    const src = addresses.media(tree.attribute(n, ATTR.src) ?? tree.attribute(n, ATTR['data-src']) ?? '');
    if (src !== undefined) return src;
  }
  return undefined;
}

function titleOf(tree: PageTree, node: number): { title?: string } {
  const title = (tree.attribute(node, ATTR.title) ?? tree.attribute(node, ATTR['aria-label']))?.trim();
  return title ? { title } : {};
}
