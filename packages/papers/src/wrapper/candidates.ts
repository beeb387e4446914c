import { wordsOf } from '@webpith/lab';
import { memoised, once, TAG } from 'webpith/stages';
import { tagSet } from '../tree.js';
import {
  bottomOf,
  cutHeightShare,
  fontSizeOf,
  horizontalOverlap,
  isReadable,
  MAX_WORD_NUM,
  MIN_BODY_AREA,
  type PageView,
  type Rect,
  rectOf,
  rightOf,
  shortText,
  widthShare,
} from './view.js';

/** The features of M_BODY in order (§3.1): two content and four spatial features. */
export const BODY_FEATURES = [
  'FormattingElementsNum',
  'FormattedContentLen',
  'RectLeft',
  'RectTop',
  'RectWidth',
  'RectHeight',
] as const;

const FORMATTING = tagSet('p', 'br', 'b', 'strong', 'i', 'em');

interface FormattingSums {
  /** Formatting elements among the children of each node, and their characters. */
  readonly counts: Float64Array;
  readonly characters: Float64Array;
  readonly allCounts: number;
  readonly allCharacters: number;
}

export function formattingSums(view: PageView): FormattingSums {
  const { tree, rects, lengths } = view;
  const counts = new Float64Array(tree.count);
  const characters = new Float64Array(tree.count);
  let allCounts = 0;
  let allCharacters = 0;
  for (let node = 1; node < tree.count; node++) {
    const isDrawn = tree.tag[node] === TAG.br || !Number.isNaN(rects[4 * node]!);
    if (!isDrawn || !FORMATTING.has(tree.tag[node]!)) continue;
    counts[tree.parent[node]!]! += 1;
    characters[tree.parent[node]!]! += lengths[node]!;
    allCounts += 1;
    allCharacters += lengths[node]!;
  }
  return { counts, characters, allCounts, allCharacters };
}

export function bodyFeatures(view: PageView, sums: FormattingSums, node: number): number[] {
  const rect = rectOf(view, node)!;
  const twoScreens = 2 * view.screen.height;
  return [
    share(sums.counts[node]!, sums.allCounts),
    share(sums.characters[node]!, sums.allCharacters),
    rect.left / view.screen.width,
    rect.top / twoScreens,
    widthShare(rect, view.screen),
    cutHeightShare(rect, twoScreens),
  ];
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/** The features of M_TITLE in order (§4.1): seven spatial and three content features. */
export const TITLE_FEATURES = [
  'RectLeft',
  'RectTop',
  'RectWidth',
  'RectHeight',
  'Overlap',
  'Distance',
  'Flat',
  'FontSize',
  'EndWithFullStop',
  'WordNum',
] as const;

const FULL_STOP = /[.。．।۔]["'”’»)\]]?$/u;

export function largestFontSize(view: PageView): number {
  let largest = 0;
  for (let node = 1; node < view.tree.count; node++) {
    if (view.seen[node] === 0 || !(view.rects[4 * node + 1]! < view.screen.height)) continue;
    largest = Math.max(largest, fontSizeOf(view, view.tree.parent[node]!));
  }
  return largest;
}

export function titleFeatures(view: PageView, body: Rect, largestFont: number, node: number): number[] {
  const { screen } = view;
  const rect = rectOf(view, node)!;
  const text = shortText(view, node);
  const [short, long] = [Math.min(rect.width, rect.height), Math.max(rect.width, rect.height)];
  return [
    rect.left / screen.width,
    rect.top / screen.height,
    widthShare(rect, screen),
    rect.height / screen.height,
    body.width > 0 ? horizontalOverlap(rect, body) / body.width : 0,
    (body.top - bottomOf(rect)) / screen.height,
    long > 0 ? short / long : 0,
    largestFont > 0 ? fontSizeOf(view, node) / largestFont : 0,
    FULL_STOP.test(text) ? 1 : 0,
    wordsOf(text).length / MAX_WORD_NUM,
  ];
}

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
