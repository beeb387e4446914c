import { wordsOf } from '@webpith/lab';
import { memoised, once, TAG } from 'webpith/stages';
import { bodyFeatures, formattingSums, largestFontSize, titleFeatures } from './features.js';
import {
  bottomOf,
  isReadable,
  MIN_BODY_AREA,
  type PageView,
  type Rect,
  rectOf,
  rightOf,
  shortText,
} from './view.js';

/** §3.3, observation 1: the subtree vertically overlaps the first screen. */
function isTopInScreen(rect: Rect, { screen }: PageView): boolean {
  return rect.top < screen.height && bottomOf(rect) > 0;
}

/** §3.3, observation 2: a body has at least a minimum area. */
function isBigEnough(rect: Rect): boolean {
  return rect.width * rect.height >= MIN_BODY_AREA;
}

/** §4.2, observation 1: a title is entirely in the first screen. */
function isWholeInScreen(rect: Rect, { screen }: PageView): boolean {
  return rect.left >= 0 && rect.top >= 0 && rightOf(rect) <= screen.width && bottomOf(rect) <= screen.height;
}

/** §4.2, observation 2: a title contains no anchor text. */
function hasNoAnchorText({ linked }: PageView, node: number): boolean {
  return linked[node] === 0;
}

/** Figure 11: subtrees with text that satisfy both rules, in document order; failing a rule skips all descendants. */
export function bodyCandidates(view: PageView): number[] {
  return walk(view, (node, rect) => {
    if (!isTopInScreen(rect, view) || !isBigEnough(rect)) return 'leave';
    return view.lengths[node]! > 0 ? 'take' : 'pass';
  });
}

/** Figure 12: subtrees entirely in the first screen, without anchor text, that are not category names. */
export function titleCandidates(view: PageView, body: Rect): number[] {
  const categories = linkTextsAbove(view, body);
  return walk(view, (node, rect) => {
    if (!isTopInScreen(rect, view)) return 'leave';
    if (!isReadable(view, node) || !isWholeInScreen(rect, view) || !hasNoAnchorText(view, node))
      return 'pass';
    return categories.has(plainText(view, node)) ? 'pass' : 'take';
  });
}

/** §4.2, observation 3: texts of links above the body; a category name repeats one of them. */
function linkTextsAbove(view: PageView, body: Rect): ReadonlySet<string> {
  const texts = new Set<string>();
  for (let node = 1; node < view.tree.count; node++) {
    if (view.tree.tag[node] !== TAG.a || !isReadable(view, node)) continue;
    const rect = rectOf(view, node);
    if (rect && rect.top < body.top) texts.add(plainText(view, node));
  }
  return texts;
}

function plainText(view: PageView, node: number): string {
  return wordsOf(shortText(view, node)).join(' ');
}

const MAX_CANDIDATES = 5000;

/** Visits elements in document order; `leave` skips the subtree. Elements without a rectangle are passed through. */
function walk(view: PageView, classify: (node: number, rect: Rect) => 'take' | 'pass' | 'leave'): number[] {
  const { tree } = view;
  const taken: number[] = [];
  for (let node = 1; node < tree.count && taken.length < MAX_CANDIDATES; ) {
    const rect = tree.tag[node]! > TAG['#comment'] ? rectOf(view, node) : undefined;
    const verdict = rect ? classify(node, rect) : 'pass';
    if (verdict === 'take') taken.push(node);
    node = verdict === 'leave' ? tree.end[node]! : node + 1;
  }
  return taken;
}

export interface CandidateRows {
  readonly candidates: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

export function bodyRows(view: PageView): CandidateRows {
  const sums = formattingSums(view);
  const candidates = bodyCandidates(view);
  return { candidates, rows: candidates.map(node => bodyFeatures(view, sums, node)) };
}

export function titleRowsFor(view: PageView, body: number): CandidateRows {
  const rect = rectOf(view, body)!;
  const largest = largestFontSize(view);
  const candidates = titleCandidates(view, rect);
  return { candidates, rows: candidates.map(node => titleFeatures(view, rect, largest, node)) };
}

export interface CandidateSource {
  readonly body: () => CandidateRows;
  readonly title: (body: number) => CandidateRows;
}

export function candidatesOf(view: PageView): CandidateSource {
  return { body: () => bodyRows(view), title: body => titleRowsFor(view, body) };
}

export function cachedCandidates(view: PageView): CandidateSource {
  return { body: once(() => bodyRows(view)), title: memoised(body => titleRowsFor(view, body)) };
}
