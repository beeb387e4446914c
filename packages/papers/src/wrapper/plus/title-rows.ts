import { wordsOf } from '@webpith/lab';
import { multisetOverlap } from '@webpith/lab/internals';
import { IS_HEADING, meaning, TAG } from 'webpith/stages';
import type { Rect } from '../rect.js';
import { isReadable, shortText } from '../short-text.js';
import { largestFontSize, TITLE_FEATURES, titleFeatures } from '../title-features.js';
import { type PageView, rectOf } from '../view.js';
import { documentTitle } from './block-rows.js';

/** The columns of a title candidate: the paper's, and additional ones for modern pages. */
export const TITLE_COLUMNS: readonly string[] = [
  ...TITLE_FEATURES,
  'HeadingLevel',
  'InDocumentTitle',
  'OfDocumentTitle',
  'LinkedShare',
  'Repeats',
  'InsideBody',
];

/** Maximum characters of a title. */
const LONGEST_TITLE = 400;
/** Maximum distance of a title from the top, in screens. */
const SCREENS = 3;

/** Short subtrees near the top or above the body's end. */
export function titleCandidatesOf(view: PageView, body: Rect): number[] {
  const { tree, lengths, screen } = view;
  const candidates: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || !isReadable(view, node) || lengths[node]! > LONGEST_TITLE)
      continue;
    const rect = rectOf(view, node);
    if (!rect || rect.top > Math.max(SCREENS * screen.height, body.top + screen.height)) continue;
    if (isOnlyWrapper(view, node)) continue;
    candidates.push(node);
  }
  return candidates;
}

/** True if a child has the same text; headings are kept for their tag. */
function isOnlyWrapper({ tree, lengths }: PageView, node: number): boolean {
  if (meaning(tree.tag[node]!) & IS_HEADING) return false;
  const isHeading = (n: number) => n > 0 && (meaning(tree.tag[n]!) & IS_HEADING) !== 0;
  const parent = tree.parent[node]!;
  if (isHeading(parent) && lengths[parent] === lengths[node]) return true;
  for (let child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
    if (tree.tag[child]! > TAG['#comment'] && lengths[child] === lengths[node]) return true;
  }
  return false;
}

export function titleRows(view: PageView, bodyNode: number, candidates: readonly number[]): number[][] {
  const body = rectOf(view, bodyNode)!;
  const largest = largestFontSize(view);
  const documentWords = wordsOf(documentTitle(view));
  const texts = candidates.map(node => wordsOf(shortText(view, node)));
  const times = new Map<string, number>();
  for (const words of texts) times.set(words.join(' '), (times.get(words.join(' ')) ?? 0) + 1);
  return candidates.map((node, i) => {
    const words = texts[i]!;
    const common = multisetOverlap(documentWords, words);
    return [
      ...titleFeatures(view, body, largest, node),
      headingLevel(view, node),
      words.length > 0 ? common / words.length : 0,
      documentWords.length > 0 ? common / documentWords.length : 0,
      view.linked[node]! / view.lengths[node]!,
      times.get(words.join(' '))!,
      Number(view.tree.contains(bodyNode, node)),
    ];
  });
}

/** 1 to 6 for headings, 7 for other elements. */
function headingLevel({ tree }: PageView, node: number): number {
  const tag = tree.tag[node]!;
  return meaning(tag) & IS_HEADING ? tag - TAG.h1 + 1 : 7;
}
