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
  describe: 'The words around which the source holds much text and little code.',
  options: {
    unit: choiceOption('character', ['character', 'token'], 'what has an entry in the vector'),
    anchors: switchOption(true, 'whether the tags of anchors are code; otherwise they are left out'),
    radius: numberOption(
      40,
      { from: 1, to: 10_000, whole: true },
      'how far the neighbourhood of an entry reaches',
    ),
    threshold: numberOption(0.75, { from: 0, to: 1 }, 'content lies above it'),
    stable: numberOption(0.1, { from: 0, to: 1 }, 'values are stable when none changes by more in a pass'),
    passes: numberOption(10, { from: 1, whole: true }, 'passes after which blurring ends in any case'),
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

/** The vector and its words: text node, index in it, first entry and number of entries. */
interface ContentCodeVector {
  readonly values: Float64Array;
  readonly node: readonly number[];
  readonly word: readonly number[];
  readonly first: readonly number[];
  readonly length: readonly number[];
}

export function characterVector(
  tree: PageTree,
  sequence: MarkupSequence,
  { anchors }: { readonly anchors: boolean },
): ContentCodeVector {
  const words = new VectorWords();
  let size = 0;
  const runs: number[] = [];
  for (let token = 0; token < sequence.count; token++) {
    const kind = sequence.kind[token]!;
    if (kind === TEXT_TOKEN) {
      const before = size;
      size = words.add(sequence.node[token]!, tree.text(sequence.node[token]!), size);
      runs.push(before, size);
    } else if (anchors || kind !== ANCHOR_TOKEN) size += sequence.stop[token]! - sequence.start[token]!;
  }
  const values = new Float64Array(size);
  for (let run = 0; run < runs.length; run += 2) values.fill(1, runs[run], runs[run + 1]);
  return { values, ...words };
}

export function tokenVector(
  tree: PageTree,
  sequence: MarkupSequence,
  { anchors }: { readonly anchors: boolean },
): ContentCodeVector {
  const { isTag, node, word } = tokensOf(tree, sequence, anchors);
  const entries = isTag.flatMap((tag, i) => (tag === 0 ? [i] : []));
  return {
    values: Float64Array.from(isTag, tag => 1 - tag),
    node: entries.map(i => node[i]!),
    word: entries.map(i => word[i]!),
    first: entries,
    length: entries.map(() => 1),
  };
}

class VectorWords {
  readonly node: number[] = [];
  readonly word: number[] = [];
  readonly first: number[] = [];
  readonly length: number[] = [];

  /** Adds the words of a text that starts at `entry`, with one blank between words; returns the next entry. */
  add(node: number, text: string, entry: number): number {
    const starts = wordStarts(text);
    let at = starts.length > 0 && isSpace(text.charCodeAt(0)) ? entry + 1 : entry;
    starts.forEach((start, i) => {
      const next = starts[i + 1] ?? text.length;
      let stop = next;
      while (stop > start && isSpace(text.charCodeAt(stop - 1))) stop--;
      this.node.push(node);
      this.word.push(i);
      this.first.push(at);
      this.length.push(stop - start);
      at += stop - start + (stop < next ? 1 : 0);
    });
    return at;
  }
}

function keptText(
  tree: PageTree,
  vector: ContentCodeVector,
  ratios: Float64Array,
  threshold: number,
): string {
  const kept = new KeptWords(tree);
  for (let i = 0; i < vector.node.length; i++) {
    const first = vector.first[i]!;
    const length = vector.length[i]!;
    let sum = 0;
    for (let entry = first; entry < first + length; entry++) sum += ratios[entry]!;
    if (sum > threshold * length) kept.keep(vector.node[i]!, vector.word[i]!);
  }
  return kept.text();
}
