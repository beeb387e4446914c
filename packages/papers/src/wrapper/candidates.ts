import { wordsOf } from '@webpith/lab';
import { TAG } from 'webpith/stages';
import { bottomOf, type Rect, rightOf } from './rect.js';
import { LEAST_BODY_AREA } from './screen.js';
import { isReadable, shortText } from './short-text.js';
import { type PageView, rectOf } from './view.js';

/** §3.3, observation 1: the upper border lies in the first screen, or a little of it above the page. */
function isTopInScreen(rect: Rect, { screen }: PageView): boolean {
  return rect.top < screen.height && bottomOf(rect) > 0;
}

/** §3.3, observation 2: a body covers some area. */
function isBigEnough(rect: Rect): boolean {
  return rect.width * rect.height >= LEAST_BODY_AREA;
}

/** §4.2, observation 1: a title lies in the first screen as a whole. */
function isWholeInScreen(rect: Rect, { screen }: PageView): boolean {
  return rect.left >= 0 && rect.top >= 0 && rightOf(rect) <= screen.width && bottomOf(rect) <= screen.height;
}

/** §4.2, observation 2: a title holds no anchor text. */
function hasNoAnchorText({ linked }: PageView, node: number): boolean {
  return linked[node] === 0;
}

/** Figure 11: subtrees that begin in the first screen and are big enough, document order. Both rules prune. */
export function bodyCandidates(view: PageView): number[] {
  return walk(view, (node, rect) => {
    if (!isTopInScreen(rect, view) || !isBigEnough(rect)) return 'leave';
    return view.lengths[node]! > 0 ? 'take' : 'pass';
  });
}

/** Figure 12: subtrees in the first screen that are no link and no category's name; only TopInScreen prunes. */
export function titleCandidates(view: PageView, body: Rect): number[] {
  const categories = linkTextsAbove(view, body);
  return walk(view, (node, rect) => {
    if (!isTopInScreen(rect, view)) return 'leave';
    if (!isReadable(view, node) || !isWholeInScreen(rect, view) || !hasNoAnchorText(view, node))
      return 'pass';
    return categories.has(plainText(view, node)) ? 'pass' : 'take';
  });
}

/** §4.2, observation 3: the texts of links above the body; a category's name is repeated by one of them. */
function linkTextsAbove(view: PageView, body: Rect): ReadonlySet<string> {
  const texts = new Set<string>();
  for (let node = 1; node < view.tree.count; node++) {
    if (view.tree.tag[node] !== TAG.a || !isReadable(view, node)) continue;
    const rect = rectOf(view, node);
    if (rect && rect.top < body.top) texts.add(plainText(view, node));
  }
  return texts;
}

/** Text by its words: case, punctuation and spacing do not tell texts apart. */
function plainText(view: PageView, node: number): string {
  return wordsOf(shortText(view, node)).join(' ');
}

/** No page that people read has so many candidates. */
const MOST_CANDIDATES = 5000;

/** Elements in document order; a node that is left takes its subtree along, one that nothing is drawn of is passed. */
function walk(view: PageView, judge: (node: number, rect: Rect) => 'take' | 'pass' | 'leave'): number[] {
  const { tree } = view;
  const taken: number[] = [];
  for (let node = 1; node < tree.count && taken.length < MOST_CANDIDATES; ) {
    const rect = tree.tag[node]! > TAG['#comment'] ? rectOf(view, node) : undefined;
    const verdict = rect ? judge(node, rect) : 'pass';
    if (verdict === 'take') taken.push(node);
    node = verdict === 'leave' ? tree.end[node]! : node + 1;
  }
  return taken;
}
