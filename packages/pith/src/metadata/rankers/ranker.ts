import { LEAF, type PackedTrees, unpackTrees } from '../../packed-trees.js';
import { fromBase64 } from '../../tree/buffers.js';
import { slugWords } from '../addresses.js';
import type { PageReading } from '../page-reading.js';
import { isRunningText } from '../vicinity.js';

/** Packed trees in base64: `trees` score the candidates, `sure` gives the log-odds that the choice is correct. */
export interface RankerWeights {
  readonly trees: string;
  readonly sure: string;
}

export interface Rankers {
  readonly date: Ranker;
  readonly title: Ranker;
  readonly author: Ranker;
}

export interface Scored<T> {
  readonly candidate: T;
  readonly row: readonly number[];
  readonly score: number;
}

export class Ranker {
  readonly #weights: RankerWeights;
  #trees: PackedTrees | undefined;
  #sure: PackedTrees | undefined;

  constructor(weights: RankerWeights) {
    this.#weights = weights;
  }

  scored<T>(candidates: readonly T[], rows: readonly (readonly number[])[]): Scored<T>[] {
    this.#trees ??= unpackTrees(fromBase64(this.#weights.trees));
    const trees = this.#trees;
    return candidates.map((candidate, i) => ({ candidate, row: rows[i]!, score: scoreRow(trees, rows[i]!) }));
  }

  /** Probability that `chosen`, one of the candidates `all`, is correct. `beside` has additional features. */
  confidence<T>(all: readonly Scored<T>[], chosen: Scored<T>, beside?: readonly number[]): number {
    const scores = all.map(({ score }) => score);
    return this.sureness(sureRow(scores, all.indexOf(chosen), chosen.row, beside));
  }

  sureness(row: readonly number[]): number {
    this.#sure ??= unpackTrees(fromBase64(this.#weights.sure));
    return Number((1 / (1 + Math.exp(-scoreRow(this.#sure, row)))).toFixed(3));
  }
}

export function likeliest<T>(all: readonly Scored<T>[]): Scored<T> | undefined {
  let best: Scored<T> | undefined;
  for (const one of all) if (best === undefined || one.score > best.score) best = one;
  return best;
}

export function scoreRow(
  { start, first, column, threshold, right }: PackedTrees,
  row: readonly number[],
): number {
  let score = start[0]!;
  for (let tree = 0; tree + 1 < first.length; tree++) {
    let node = first[tree]!;
    while (column[node] !== LEAF)
      node = Math.fround(row[column[node]!]!) <= threshold[node]! ? node + 1 : right[node]!;
    score += threshold[node]!;
  }
  return score;
}

const FAR_AHEAD = 5;

/**
 * Features for the confidence: the score, its lead over all others together, the candidate's columns and additional
 * features.
 */
export function sureRow(
  scores: readonly number[],
  index: number,
  row: readonly number[],
  beside: readonly number[] = [],
): number[] {
  const own = scores[index]!;
  const others = scores.reduce((sum, score, i) => (i === index ? sum : sum + Math.exp(score - own)), 0);
  return [own, Math.min(FAR_AHEAD, -Math.log(others)), ...row, ...beside];
}

export const KIND_COLUMNS: readonly string[] = [
  'said to be an article',
  'blocks of running text',
  'share of words in links',
  'words of the address',
];

const ARTICLE = /(?:Article|Posting|Report|Recipe|Review)$/;
const MOST_RUNNING = 60;

export function pageKind({ blocks, tags, linked, address }: PageReading): number[] {
  const types = linked.mains.map(main => String(main['@type'] ?? ''));
  const isArticle =
    tags.get('og:type')?.toLowerCase() === 'article' || types.some(type => ARTICLE.test(type));
  let [running, words, linkWords] = [0, 0, 0];
  for (let block = 0; block < blocks.count; block++) {
    words += blocks.words[block]!;
    linkWords += blocks.linkWords[block]!;
    if (isRunningText(blocks, block)) running++;
  }
  return [
    isArticle ? 1 : 0,
    Math.min(MOST_RUNNING, running),
    words === 0 ? 0 : linkWords / words,
    slugWords(address).length,
  ];
}
