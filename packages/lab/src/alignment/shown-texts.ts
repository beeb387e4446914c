import { type Blocks, blocksFromTree, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import type { Extraction } from '../extractor.js';
import { wordsOf } from '../metrics/words.js';
import { alignTexts } from './align.js';

/** Share of each block's words that align with a text. */
export function sharesOfText({ texts }: Pick<Blocks, 'texts'>, text: string): Float64Array {
  return Float64Array.from(alignTexts(texts.map(wordsOf), wordsOf(text)).shares);
}

/** A block belongs to a text that contains more than this share of its words. */
export const MOST_OF_BLOCK = 0.5;

export interface ShownTexts {
  readonly texts: Uint8Array;
  readonly title?: string | undefined;
  readonly titleNode?: number | undefined;
  readonly language?: string | undefined;
}

/** Locates an extraction by the nodes that the method reports, or else by aligning its words with blocks. */
export function shownTexts(tree: PageTree, extraction: Extraction): ShownTexts {
  const { text, title, language, nodes } = extraction;
  return {
    texts: nodes === undefined ? textsOfBlocks(tree, text) : textsBelow(tree, nodes.body),
    title,
    titleNode: nodes?.title,
    language,
  };
}

function textsOfBlocks(tree: PageTree, text: string): Uint8Array {
  const marks = new Uint8Array(tree.count);
  const blocks = blocksFromTree(tree);
  sharesOfText(blocks, text).forEach((share, b) => {
    if (share <= MOST_OF_BLOCK) return;
    for (let node = blocks.first[b]!; node < blocks.end[b]!; node++)
      if (tree.tag[node] === TAG['#text']) marks[node] = 1;
  });
  return marks;
}

/** True for text nodes that belong to the page's text, unlike those in scripts, styles, templates and options. */
export function isVisibleText(tree: PageTree, node: number): boolean {
  return tree.tag[node] === TAG['#text'] && (tree.flags[node]! & UNSEEN) === 0;
}

function textsBelow(tree: PageTree, root: number): Uint8Array {
  const marks = new Uint8Array(tree.count);
  for (let node = root; node < tree.end[root]!; node++) {
    const isShown = isVisibleText(tree, node) && tree.layout?.isDrawn(node) !== false;
    if (isShown && tree.text(node).trim() !== '') marks[node] = 1;
  }
  return marks;
}
