import type { Blocks } from '../blocks/blocks.js';
import type { NodeSums } from '../features/measurements/structure.js';
import { ATTR, TAG } from '../tree/names.js';
import { HIDDEN, IN_NOSCRIPT, type PageTree } from '../tree/tree.js';

// The constants of this file were set by hand.

/** Pages with this many words are readable without rendering. */
const ENOUGH_WORDS = 60;
/** Maximum words of a shell, such as "Loading". */
const MOST_WORDS_IN_SHELL = 3;
const DEEPEST_SHELL = 2;

const SHELL_NAME =
  /(?:^|[-_])(?:root|app|application|main|content|container|mount|next|nuxt|gatsby|svelte|ember|react|vue)(?:$|[-_\d])/i;

/** True if the text appears only in a browser: few words, scripts, and an empty shell or a message. */
export function needsRendering(
  { tree, words, flags, count }: Blocks,
  sums: NodeSums,
  notContent: string | undefined,
): boolean {
  if (tree.layout !== undefined) return false;
  let shown = 0;
  for (let b = 0; b < count && shown < ENOUGH_WORDS; b++) {
    if ((flags[b]! & (HIDDEN | IN_NOSCRIPT)) === 0) shown += words[b]!;
  }
  if (shown >= ENOUGH_WORDS || !loadsScripts(tree)) return false;
  return notContent === 'script needed' || hasShell(tree, sums);
}

function loadsScripts(tree: PageTree): boolean {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === TAG.script && tree.attributeIndex(node, ATTR.src) >= 0) return true;
  }
  return false;
}

const PICTURES = new Set([TAG.img, TAG.video, TAG.picture, TAG.iframe, TAG.audio, TAG.form]);

function hasShell(tree: PageTree, { words }: NodeSums): boolean {
  const body = tree.tag.indexOf(TAG.body);
  const root = body < 0 ? 0 : body;
  const depth = new Map([[root, 0]]);
  for (let node = root + 1; node < tree.end[root]!; ) {
    const level = depth.get(tree.parent[node]!)! + 1;
    const isElement = tree.tag[node]! > TAG['#comment'];
    if (isElement && isShell(tree, node) && words[node]! <= MOST_WORDS_IN_SHELL && !hasPicture(tree, node))
      return true;
    if (isElement && level < DEEPEST_SHELL) {
      depth.set(node, level);
      node++;
    } else node = tree.end[node]!;
  }
  return false;
}

function isShell(tree: PageTree, node: number): boolean {
  const name = tree.tagName(node);
  if (name.includes('-')) return true;
  if (name !== 'div' && name !== 'main' && name !== 'section') return false;
  return [ATTR.id, ATTR.class].some(attribute =>
    SHELL_NAME.test(tree.attribute(node, attribute)?.slice(0, 200) ?? ''),
  );
}

function hasPicture(tree: PageTree, root: number): boolean {
  for (let node = root; node < tree.end[root]!; node++) if (PICTURES.has(tree.tag[node]!)) return true;
  return false;
}
