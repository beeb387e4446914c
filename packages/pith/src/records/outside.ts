import { oncePerPage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import { once } from '../lazy.js';
import { TAG } from '../tree/names.js';
import { HIDDEN } from '../tree/tree.js';

const OUTSIDE = nameMask('nav', 'sidebar', 'footer', 'breadcrumb', 'cookie', 'modal');
/** Excluded at any length, since a cookie notice may be longer than all posts. */
const CONSENT = nameMask('cookie');
/** Not excluded, since some software marks up quotes as asides. */
const QUOTE = nameMask('quote');
/** An element whose class occurs at least this often is one of many entries, not a sidebar. Set by hand. */
const MOST_ALIKE = 3;
/** Tags of entries, whose names may describe their behaviour: `reply hidden-on-mobile`. */
const ENTRIES: ReadonlySet<number> = new Set([TAG.li, TAG.article, TAG.tr, TAG.td, TAG.dd]);

/** 1 for the nodes in navigation, a sidebar, a footer or a hidden element. */
export const outsideNodes = oncePerPage(markOutside);

export function isOutside(page: PageMeasurements, node: number): boolean {
  return outsideNodes(page)[node] === 1;
}

function markOutside(page: PageMeasurements): Uint8Array {
  const { tree } = page.blocks;
  const { proseWords, words } = page.sums;
  const outside = new Uint8Array(tree.count);
  const alike = once(() => timesEach(page.names.classes));
  const isAgain = (node: number) => isRepeated(alike, page.names.classes[node]!);
  // The main element may be named after its neighbour: `with-sidebar`.
  const isSmall = (node: number) => proseWords[node]! * 2 < proseWords[0]!;
  const title = page.landmarks.title < 0 ? -1 : page.blocks.node[page.landmarks.title]!;
  const isConsent = (node: number) => isNamed(page.names, node, CONSENT) && !tree.contains(node, title);
  const isAside = (node: number, tag: number) => {
    if (tag === TAG.aside) return true;
    if (ENTRIES.has(tag) || !isNamed(page.names, node, OUTSIDE)) return false;
    return isSmall(node) || isConsent(node);
  };
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (outside[tree.parent[node]!] === 1 || (tree.flags[node]! & HIDDEN) !== 0) outside[node] = 1;
    else if (tag <= TAG.body || words[node] === 0) continue;
    else if (tag === TAG.nav || tag === TAG.footer) outside[node] = 1;
    else if (isAside(node, tag)) outside[node] = isAgain(node) || isNamed(page.names, node, QUOTE) ? 0 : 1;
  }
  return outside;
}

function timesEach(classes: Int32Array): Map<number, number> {
  const times = new Map<number, number>();
  for (const hash of classes) if (hash !== 0) times.set(hash, (times.get(hash) ?? 0) + 1);
  return times;
}

function isRepeated(times: () => Map<number, number>, hash: number): boolean {
  return hash !== 0 && times().get(hash)! >= MOST_ALIKE;
}
