import { numberOption } from '@webpith/learn';
import type { PageTree } from 'webpith/stages';
import { baseline } from './baseline.js';
import { ANCHOR_TOKEN, type MarkupSequence, markupSequence, TEXT_TOKEN } from './markup-sequence.js';
import { KeptWords, wordStarts } from './words.js';

/**
 * Document Slope Curve, paper 003, section 3.5: the page is a sequence of tokens, tags and words, with a curve of the
 * number of tags so far. Windows whose slope (tags per token) is below half the slope of the document have low slope;
 * their words are the content. Not given in the paper: the length of the window (50 tokens; on 60 newspaper pages
 * windows of 20, 30, 50 and 100 have a mean F1 in words of 0.81, 0.83, 0.85 and 0.86) and its step (one). Comments
 * and scripts are not tokens.
 */
export const slopeCurve = baseline({
  name: 'dsc',
  title: 'Document Slope Curve',
  describe: 'The words of long runs of the source in which tags are less than half as frequent as elsewhere.',
  options: {
    window: numberOption(50, { from: 1, whole: true }, 'tokens in a window'),
    share: numberOption(
      0.5,
      { from: 0 },
      'largest slope of a window, exclusive, as a share of the document’s slope',
    ),
  },
  text(tree, options) {
    const tokens = tokensOf(tree, markupSequence(tree));
    const kept = new KeptWords(tree);
    const low = lowSlope(tokens.isTag, options.window, options.share);
    for (let i = 0; i < low.length; i++) if (low[i] === 1) kept.keep(tokens.node[i]!, tokens.word[i]!);
    return kept.text();
  },
});

export interface Tokens {
  readonly isTag: readonly number[];
  readonly node: readonly number[];
  readonly word: readonly number[];
}

export function tokensOf(tree: PageTree, sequence: MarkupSequence, anchors = true): Tokens {
  const isTag: number[] = [];
  const node: number[] = [];
  const word: number[] = [];
  for (let token = 0; token < sequence.count; token++) {
    const kind = sequence.kind[token]!;
    if (kind === TEXT_TOKEN) {
      const words = wordStarts(tree.text(sequence.node[token]!)).length;
      for (let i = 0; i < words; i++) {
        isTag.push(0);
        node.push(sequence.node[token]!);
        word.push(i);
      }
    } else if (kind < ANCHOR_TOKEN || (kind === ANCHOR_TOKEN && anchors)) {
      isTag.push(1);
      node.push(-1);
      word.push(-1);
    }
  }
  return { isTag, node, word };
}

/** Marks the words in windows of low slope. A shorter document is one window. */
export function lowSlope(isTag: readonly number[], window: number, share: number): Uint8Array {
  const count = isTag.length;
  const length = Math.min(window, count);
  const curve = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) curve[i + 1] = curve[i]! + isTag[i]!;
  const limit = (share * curve[count]!) / Math.max(1, count);
  const marks = new Uint8Array(count);
  let marked = 0;
  for (let start = 0; start + length <= count; start++) {
    const stop = start + length;
    if ((curve[stop]! - curve[start]!) / length >= limit) continue;
    for (let i = Math.max(start, marked); i < stop; i++) marks[i] = isTag[i] === 0 ? 1 : 0;
    marked = stop;
  }
  return marks;
}
