import { align, type Gold, wordsOf } from '@webpith/lab';
import { titleScore } from '@webpith/lab/internals';
import { blocksFromTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../subtree-sums.js';
import { fontSizeOf, isReadable, type PageView, rectOf, shortText } from './view.js';

/** The subtrees of body and title according to the gold of the page; the title may be missing. */
export interface WrapperLabels {
  readonly body: number;
  readonly title?: number | undefined;
  /** Share of the gold words that are on the page. */
  readonly coverage: number;
}

const MIN_TITLE_F1 = 0.8;

/** T_BODY and T_TITLE of a page (§2), by alignment with its gold; undefined if the page has no text. */
export function labelPage(view: PageView, gold: Pick<Gold, 'text' | 'title'>): WrapperLabels | undefined {
  const body = labelBody(view, gold.text ?? '');
  if (body === undefined) return undefined;
  const title = gold.title === undefined ? undefined : labelTitle(view, gold.title, body.node);
  return { body: body.node, coverage: body.coverage, title };
}

/** The drawn subtree with the highest word F1, the deepest on ties: no child may contain the whole body (§2). */
function labelBody(view: PageView, gold: string): { node: number; coverage: number } | undefined {
  const { tree, seen } = view;
  const blocks = blocksFromTree(tree);
  const isSeen = (b: number) => seen.subarray(blocks.first[b], blocks.end[b]).includes(1);
  const texts = blocks.texts.map((text, b) => (isSeen(b) ? wordsOf(text) : []));
  const goldWords = wordsOf(gold);
  const { page, coverage } = align(texts.flat(), goldWords);
  const words = new Float64Array(tree.count);
  const found = new Float64Array(tree.count);
  let at = 0;
  texts.forEach((text, b) => {
    const node = blocks.node[b]!;
    words[node]! += text.length;
    for (let i = 0; i < text.length; i++) found[node]! += page[at++]!;
  });
  const [allWords, allFound] = [subtreeSums(tree, words), subtreeSums(tree, found)];
  let best: number | undefined;
  let bestF1 = 0;
  for (let node = 1; node < tree.count; node++) {
    if (allFound[node] === 0 || !rectOf(view, node)) continue;
    const f1 = (2 * allFound[node]!) / (allWords[node]! + goldWords.length);
    if (f1 >= bestF1) [best, bestF1] = [node, f1];
  }
  return best === undefined ? undefined : { node: best, coverage };
}

/**
 * The element that agrees best with the gold title; on ties the one in the largest font, then the one closest to the
 * body's upper edge, then the deepest.
 */
function labelTitle(view: PageView, title: string, body: number): number | undefined {
  const { tree, lengths } = view;
  const bodyTop = rectOf(view, body)!.top;
  const longest = 2 * title.length + 40;
  let best: { node: number; rank: readonly number[] } | undefined;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || !isReadable(view, node) || lengths[node]! > longest) continue;
    const rect = rectOf(view, node);
    if (!rect) continue;
    const { f1, exact } = titleScore(title, shortText(view, node));
    if (f1 < MIN_TITLE_F1) continue;
    const rank = [exact, f1, fontSizeOf(view, node), -Math.abs(bodyTop - rect.top)];
    if (!best || isAtLeast(rank, best.rank)) best = { node, rank };
  }
  return best?.node;
}

function isAtLeast(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((value, i) => value !== other[i]);
  return at < 0 || rank[at]! > other[at]!;
}
