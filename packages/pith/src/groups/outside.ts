import { classOf, isNamed, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { TAG } from '../tree/names.js';
import { HIDDEN } from '../tree/tree.js';

const OUTSIDE = nameMask('nav', 'sidebar', 'footer', 'breadcrumb', 'cookie', 'modal');
/** Excluded at any length, since a cookie notice may be longer than all posts. */
const CONSENT = nameMask('cookie');
const QUOTE = nameMask('quote');
/** An element whose class occurs at least this often is one of many entries, not a sidebar. Set by hand. */
const MOST_ALIKE = 3;
/** Tags of entries, whose names may describe their behaviour: `reply hidden-on-mobile`. */
const ENTRIES: ReadonlySet<number> = new Set([TAG.li, TAG.article, TAG.tr, TAG.td, TAG.dd]);

export function outsideNodes(page: Page): Uint8Array {
  const { tree, names } = page;
  const { words } = page.sums;
  const outside = new Uint8Array(tree.count);
  let times: Map<number, number> | undefined;
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (outside[tree.parent[node]!] === 1 || (tree.flags[node]! & HIDDEN) !== 0) outside[node] = 1;
    else if (tag <= TAG.body || words[node] === 0) continue;
    else if (tag === TAG.nav || tag === TAG.footer) outside[node] = 1;
    else if (isAside(page, node)) {
      times ??= timesEach(names.classes);
      const isRepeated = (times.get(names.classes[node]!) ?? 0) >= MOST_ALIKE;
      // Some software marks up quotes as asides.
      outside[node] = isRepeated || isNamed(names, node, QUOTE) ? 0 : 1;
    }
  }
  return outside;
}

function isAside({ tree, names, sums: { proseWords }, landmarks, blocks }: Page, node: number): boolean {
  const tag = tree.tag[node]!;
  if (tag === TAG.aside) return true;
  if (ENTRIES.has(tag) || !isNamed(names, node, OUTSIDE)) return false;
  // The main element may be named after its neighbour: `with-sidebar`.
  if (proseWords[node]! * 2 < proseWords[0]!) return true;
  const title = landmarks.title < 0 ? -1 : blocks.node[landmarks.title]!;
  return isNamed(names, node, CONSENT) && !tree.contains(node, title);
}

function timesEach(classes: Int32Array): Map<number, number> {
  const times = new Map<number, number>();
  for (const hash of classes) if (hash !== 0) times.set(hash, (times.get(hash) ?? 0) + 1);
  return times;
}

const NO_QUOTE =
  /(?:^|[\s_-])(?:button|btn|link|action|actions|multi-?quote|toggle|icon|reply|control|js)(?=$|[\s_-])/;
// The constants of `quotedNodes` were tuned by hand on the corpus `forums` (docs/results/discussions.md).

const LEAST_NODES = 3;
const LEAST_WORDS = 2;
/** Elements with a larger share of the page's text are layout: pages of the nineties indent with `blockquote`. */
const MOST_OF_PAGE = 0.5;

export function quotedNodes(page: Page): Uint8Array {
  const { tree } = page;
  const quoted = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || !isQuote(page, node)) continue;
    quoted.fill(1, node, tree.end[node]!);
    node = tree.end[node]! - 1;
  }
  return quoted;
}

export function isQuote({ tree, sums, names }: Page, node: number): boolean {
  const isTagged = tree.tag[node] === TAG.blockquote;
  if (!isTagged && !isNamed(names, node, QUOTE)) return false;
  if (tree.end[node]! - node < LEAST_NODES || sums.words[node]! < LEAST_WORDS) return false;
  if (sums.words[node]! > sums.words[0]! * MOST_OF_PAGE) return false;
  return isTagged || (tree.tag[node] !== TAG.a && !NO_QUOTE.test(classOf(tree, node)));
}
