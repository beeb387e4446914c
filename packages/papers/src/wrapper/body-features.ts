import { type PageTree, TAG } from 'webpith/stages';
import { cutHeightShare, widthShare } from './rect.js';
import { type PageView, rectOf } from './view.js';

/** The features of M_BODY in order (§3.1): two content and four spatial features. */
export const BODY_FEATURES = [
  'FormattingElementsNum',
  'FormattedContentLen',
  'RectLeft',
  'RectTop',
  'RectWidth',
  'RectHeight',
] as const;

/** Elements that mainly format text (§3.1.1). */
const FORMATTING = new Set<number>([TAG.p, TAG.br, TAG.b, TAG.strong, TAG.i, TAG.em]);

function isFormatting(tree: PageTree, node: number): boolean {
  return FORMATTING.has(tree.tag[node]!);
}

/** Input of the content features of all nodes. */
export interface FormattingSums {
  /** Formatting elements among the children of each node. */
  readonly counts: Float64Array;
  /** Characters inside those children. */
  readonly characters: Float64Array;
  readonly allCounts: number;
  readonly allCharacters: number;
}

/** Counts the drawn formatting elements of a page by parent. */
export function formattingSums(view: PageView): FormattingSums {
  const { tree, rects, lengths } = view;
  const counts = new Float64Array(tree.count);
  const characters = new Float64Array(tree.count);
  let allCounts = 0;
  let allCharacters = 0;
  for (let node = 1; node < tree.count; node++) {
    const isDrawn = tree.tag[node] === TAG.br || !Number.isNaN(rects[4 * node]!);
    if (!isDrawn || !isFormatting(tree, node)) continue;
    counts[tree.parent[node]!]! += 1;
    characters[tree.parent[node]!]! += lengths[node]!;
    allCounts += 1;
    allCharacters += lengths[node]!;
  }
  return { counts, characters, allCounts, allCharacters };
}

/** The six features of a subtree, normalised as in §3.1: heights are cut off after the second screen. */
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
