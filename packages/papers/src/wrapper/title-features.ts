import { wordsOf } from '@webpith/lab';
import { bottomOf, horizontalOverlap, type Rect, widthShare } from './rect.js';
import { MAX_WORD_NUM } from './screen.js';
import { shortText } from './short-text.js';
import { fontSizeOf, type PageView, rectOf } from './view.js';

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

/** Full stops of several scripts. */
const FULL_STOP = /[.。．।۔]["'”’»)\]]?$/u;

/** The largest font size of text that starts in the first screen. */
export function largestFontSize(view: PageView): number {
  let largest = 0;
  for (let node = 1; node < view.tree.count; node++) {
    if (view.seen[node] === 0 || !(view.rects[4 * node + 1]! < view.screen.height)) continue;
    largest = Math.max(largest, fontSizeOf(view, view.tree.parent[node]!));
  }
  return largest;
}

/** The ten features of a subtree, relative to the body. */
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
