import { type PageTree, TAG } from 'webpith/stages';
import { cutHeightShare, widthShare } from './rect.js';
import { type PageView, rectOf } from './view.js';

/** The features of M_BODY in their order (§3.1): two of content, four of place. */
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

/** Whether a node is a formatting element. */
function isFormatting(tree: PageTree, node: number): boolean {
  return FORMATTING.has(tree.tag[node]!);
}

/** What the content features of all nodes are made from. */
export interface FormattingSums {
  /** Formatting elements among the children of each node. */
  readonly counts: Float64Array;
  /** Characters inside those children. */
  readonly characters: Float64Array;
  readonly allCounts: number;
  readonly allCharacters: number;
}

/** Counts the formatting elements of a page by parent. Only what is drawn counts. */
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

/** The six features of a subtree, normalised as §3.1 says: heights end with the second screen. */
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
