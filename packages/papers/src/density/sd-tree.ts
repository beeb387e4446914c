import { countBelow } from '@webpith/learn';
import { HIDDEN, IS_HEADING, meaning, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { tagSet } from '../tree.js';
import { collapsedLength } from '../write-text.js';

interface SdTreeOptions {
  /** Treat the sectioning tags of HTML5 as strong; default true. */
  readonly html5?: boolean;
  /** Include nodes hidden by their style; default false. */
  readonly withHidden?: boolean;
}

/** The style-density tree (§3.2): the page tree with one entry per node in each array. */
export interface SdTree {
  readonly tree: PageTree;
  readonly level: Int32Array;
  readonly isStrong: Uint8Array;
  readonly isIgnored: Uint8Array;
  /** The nearest strong node, itself included: weak nodes are merged into it (step 3). */
  readonly holder: Int32Array;
  /** The outermost weak node below the holder; the holder for itself and for text directly in it. */
  readonly outermost: Int32Array;
  /** Characters in a node with white space collapsed, excluding strong nodes inside it. */
  readonly density: Uint32Array;
  /** The child of the body around each node; -1 for the body and nodes outside it. */
  readonly section: Int32Array;
  readonly headings: readonly number[];
}

export function sdTree(tree: PageTree, options: SdTreeOptions = {}): SdTree {
  const { html5 = true, withHidden = false } = options;
  const { count, parent, tag } = tree;
  const level = new Int32Array(count);
  const isStrong = new Uint8Array(count);
  const isIgnored = new Uint8Array(count);
  const holder = new Int32Array(count);
  const outermost = new Int32Array(count);
  const section = new Int32Array(count).fill(-1);
  const density = new Uint32Array(count);
  isStrong[0] = 1;
  for (let node = 1; node < count; node++) {
    const up = parent[node]!;
    const type = tag[node]!;
    level[node] = level[up]! + 1;
    isStrong[node] = STRONG.has(type) || (html5 && STRONG_OF_HTML5.has(type)) ? 1 : 0;
    const isUnseen = (tree.flags[node]! & UNSEEN) !== 0;
    isIgnored[node] = isIgnored[up]! | (isUnseen || (!withHidden && isHidden(tree, node)) ? 1 : 0);
    holder[node] = isStrong[node] === 1 ? node : holder[up]!;
    const isOutermost = isStrong[node] === 1 || (isStrong[up] === 1 && type !== TAG['#text']);
    outermost[node] = isOutermost ? node : outermost[up]!;
    section[node] = section[up]! >= 0 ? section[up]! : tag[up] === TAG.body ? node : -1;
    if (type === TAG['#text'] && isIgnored[node] === 0) density[node] = collapsedLength(tree.text(node));
  }
  for (let node = count - 1; node > 0; node--) {
    if (isStrong[node] === 0) density[parent[node]!]! += density[node]!;
  }
  const headings = headingsOf(tree, isIgnored, density);
  return { tree, level, isStrong, isIgnored, holder, outermost, density, section, headings };
}

/** Second rule of step 2: hidden by computed style if the page was rendered, otherwise by markup. */
function isHidden(tree: PageTree, node: number): boolean {
  const { layout } = tree;
  if (layout === undefined) return (tree.flags[node]! & HIDDEN) !== 0;
  const visibility = layout.style(node, 'visibility');
  if (visibility === 'hidden' || visibility === 'collapse') return true;
  return layout.style(node, 'display') === 'none';
}

function headingsOf(tree: PageTree, isIgnored: Uint8Array, density: Uint32Array): number[] {
  const headings: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    const isHeading = (meaning(tree.tag[node]!) & IS_HEADING) !== 0;
    if (isHeading && isIgnored[node] === 0 && density[node]! > 0) headings.push(node);
  }
  return headings;
}

/** Tags that divide or organise a page: the paper's (§3.1) and similar tags of its time. */
const STRONG = tagSet(
  ...([
    '#document',
    'html',
    'body',
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'div',
    'ul',
    'ol',
    'dl',
  ] as const),
  ...(['form', 'fieldset', 'center', 'frameset', 'dir', 'menu'] as const),
);

/** HTML5 tags that organise a page; the paper names none of them. */
const STRONG_OF_HTML5 = tagSet(
  ...(['article', 'section', 'main', 'aside', 'nav', 'header', 'footer'] as const),
  ...(['details', 'dialog', 'hgroup', 'search'] as const),
);

export interface AncestorTitle {
  readonly node: number;
  /** |level of the title − level of the region|: equation 2. */
  readonly difference: number;
}

/** Limits the search on hostile pages. */
const MAX_OWN_HEADINGS = 100;

/** Title of a region (§3.1): the first heading merged into it, else the nearest heading before it. */
export function ancestorTitle(sd: SdTree, node: number): AncestorTitle | undefined {
  const { tree, headings, holder, level } = sd;
  const next = countBelow(headings, node);
  const own = headings
    .slice(next, next + MAX_OWN_HEADINGS)
    .find(heading => heading < tree.end[node]! && holder[heading] === node);
  const title = own ?? headings[next - 1];
  return title === undefined
    ? undefined
    : { node: title, difference: Math.abs(level[title]! - level[node]!) };
}
