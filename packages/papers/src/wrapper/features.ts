import { wordsOf } from '@webpith/lab';
import { TAG } from 'webpith/stages';
import { tagSet } from '../markup-names.js';
import {
  bottomOf,
  cutHeightShare,
  fontSizeOf,
  horizontalOverlap,
  MAX_WORD_NUM,
  type PageView,
  type Rect,
  rectOf,
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

/** The features of a subtree, normalised as in §3.1: heights are cut off after the second screen. */
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
