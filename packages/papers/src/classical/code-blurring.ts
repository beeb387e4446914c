import { choiceOption, numberOption, switchOption } from '@webpith/learn';
import type { PageTree } from 'webpith/stages';
import { baseline } from './baseline.js';
import { blurUntilStable, gaussianWeights } from './blur.js';
import { ANCHOR_TOKEN, type MarkupSequence, markupSequence, TEXT_TOKEN } from './markup-sequence.js';
import { tokensOf } from './slope-curve.js';
import { isSpace, KeptWords, wordStarts } from './words.js';

/**
 * Content Code Blurring, paper 003, section 3.6: a vector with 1 for every character of content and 0 for every
 * character of code is blurred until stable, each entry becoming the Gaussian-weighted mean of those within a radius;
 * entries above a threshold are content. ACCB omits the tags of anchors. TCCB has one entry per token (tag or word)
 * instead of per character. Radii as in table 6.17: 40 characters, 25 tokens. Not given in the paper: the threshold
 * (0.75); the deviation of the weights (half the radius); the stability limit (0.5, 0.1 and 0.05 are alike: a mean F1
 * in words of 0.81 to 0.82 for CCB on 60 newspaper pages). White space is collapsed, and dropped between tags, where
 * indentation would count as content. Scripts, styles and comments are code, but not tokens. A word is kept if the
 * mean of its characters is above the threshold.
 */
export const codeBlurring = baseline({
  name: 'ccb-r40',
  title: 'Content Code Blurring, r = 40',
  describe: 'The words surrounded by much text and little code in the source.',
  options: {
    unit: choiceOption('character', ['character', 'token'], 'unit of the vector'),
    anchors: switchOption(true, 'count the tags of anchors as code; otherwise they are left out'),
    radius: numberOption(40, { from: 1, to: 10_000, whole: true }, 'radius of the neighbourhood of an entry'),
    threshold: numberOption(0.75, { from: 0, to: 1 }, 'minimum value of content, exclusive'),
    stable: numberOption(
      0.1,
      { from: 0, to: 1 },
      'largest change of a value in a pass that counts as stable',
    ),
    passes: numberOption(10, { from: 1, whole: true }, 'maximum number of passes'),
  },
  text(tree, options) {
    const sequence = markupSequence(tree);
    const vector =
      options.unit === 'token'
        ? tokenVector(tree, sequence, options)
        : characterVector(tree, sequence, options);
    const weights = gaussianWeights(options.radius, options.radius / 2);
    const ratios = blurUntilStable(vector.values, weights, options.stable, options.passes);
    return keptText(tree, vector, ratios, options.threshold);
  },
});

/** A word: its text node, its index there, and its entries of the vector. */
interface VectorWord {
  readonly node: number;
  readonly index: number;
  readonly first: number;
  readonly length: number;
}

interface ContentCodeVector {
  readonly values: Float64Array;
  readonly words: readonly VectorWord[];
}

export function characterVector(
  tree: PageTree,
  sequence: MarkupSequence,
  { anchors }: { readonly anchors: boolean },
): ContentCodeVector {
  const words: VectorWord[] = [];
  let size = 0;
  const runs: [first: number, end: number][] = [];
  for (let token = 0; token < sequence.count; token++) {
    const kind = sequence.kind[token]!;
    if (kind === TEXT_TOKEN) {
      const before = size;
      size = addWords(words, sequence.node[token]!, tree.text(sequence.node[token]!), size);
      runs.push([before, size]);
    } else if (anchors || kind !== ANCHOR_TOKEN) size += sequence.stop[token]! - sequence.start[token]!;
  }
  const values = new Float64Array(size);
  for (const [first, end] of runs) values.fill(1, first, end);
  return { values, words };
}

export function tokenVector(
  tree: PageTree,
  sequence: MarkupSequence,
  { anchors }: { readonly anchors: boolean },
): ContentCodeVector {
  const { isTag, node, word } = tokensOf(tree, sequence, anchors);
  return {
    values: Float64Array.from(isTag, tag => 1 - tag),
    words: isTag.flatMap((tag, i) =>
      tag === 0 ? [{ node: node[i]!, index: word[i]!, first: i, length: 1 }] : [],
    ),
  };
}

/** Adds the words of a text that starts at `entry`, with one blank between words; returns the next entry. */
function addWords(words: VectorWord[], node: number, text: string, entry: number): number {
  const starts = wordStarts(text);
  let first = starts.length > 0 && isSpace(text.charCodeAt(0)) ? entry + 1 : entry;
  starts.forEach((start, index) => {
    const next = starts[index + 1] ?? text.length;
    let stop = next;
    while (stop > start && isSpace(text.charCodeAt(stop - 1))) stop--;
    words.push({ node, index, first, length: stop - start });
    first += stop - start + (stop < next ? 1 : 0);
  });
  return first;
}

function keptText(
  tree: PageTree,
  { words }: ContentCodeVector,
  ratios: Float64Array,
  threshold: number,
): string {
  const kept = new KeptWords(tree);
  for (const { node, index, first, length } of words) {
    let sum = 0;
    for (let entry = first; entry < first + length; entry++) sum += ratios[entry]!;
    if (sum > threshold * length) kept.keep(node, index);
  }
  return kept.text();
}
