import { multisetOverlap } from '../overlap.js';
import { editDistance, symbolPair } from '../sequences.js';

/** Longest compared start of a text, in UTF-16 units. */
const LONGEST = 4_000;

/** Texts whose lengths differ by more than this share of the longer are unrelated. */
const MOST_DIFFERENCE = 0.6;

/** 1 − edit distance / length of the longer text; 0 for very different lengths. White space counts. */
export function textSimilarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  if (Math.abs(a.length - b.length) / longer > MOST_DIFFERENCE) return 0;
  const pair = symbolPair(unitsOf(a), unitsOf(b));
  return 1 - editDistance(pair) / Math.min(longer, LONGEST);
}

function unitsOf(text: string): string[] {
  return text.slice(0, LONGEST).split('');
}

/** F1 of the words of two normalised texts. */
export function wordSimilarity(a: string, b: string): number {
  const [words, others] = [a.split(' '), b.split(' ')];
  return (2 * multisetOverlap(words, others)) / (words.length + others.length);
}

/** Limit on row pairs; tables with more are compared by their number of rows only. */
const MOST_ROW_PAIRS = 20_000;

export type Grid = readonly (readonly string[])[];

/**
 * 1 − edit distance / size of the larger table, after TEDS (Zhong et al. 2020) for the flat tree table → row →
 * cell: inserting or deleting a cell costs 1, a row its cells and 1, and replacing a cell one minus the
 * similarity of the texts.
 */
export function tableSimilarity(a: Grid, b: Grid): number {
  if (a.length * b.length > MOST_ROW_PAIRS)
    return 1 - Math.abs(a.length - b.length) / Math.max(a.length, b.length);
  const rowSize = (row: readonly string[]) => 1 + row.length;
  const size = (grid: Grid) => grid.reduce((sum, row) => sum + rowSize(row), 1);
  const rowDistance = (row: readonly string[], other: readonly string[]) =>
    alignmentCost(
      row,
      other,
      (cell, twin) => 1 - cellSimilarity(cell, twin),
      () => 1,
    );
  const distance = alignmentCost(a, b, rowDistance, rowSize);
  return Math.max(0, 1 - distance / Math.max(size(a), size(b)));
}

function cellSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  return a === '' || b === '' ? 0 : textSimilarity(a, b);
}

/** Least cost of turning one sequence into another by replacing, inserting and deleting items. */
function alignmentCost<T>(
  from: readonly T[],
  to: readonly T[],
  replace: (a: T, b: T) => number,
  insert: (item: T) => number,
): number {
  let above = [0];
  for (const item of to) above.push(above.at(-1)! + insert(item));
  for (const item of from) {
    const row = [above[0]! + insert(item)];
    to.forEach((other, i) => {
      row.push(
        Math.min(above[i]! + replace(item, other), above[i + 1]! + insert(item), row[i]! + insert(other)),
      );
    });
    above = row;
  }
  return above.at(-1)!;
}

const LEAST_SIMILARITY = 0.5;

/** Limit on the paired elements per page and kind. */
const MOST_PAIRED = 400;

interface Pair {
  readonly gold: number;
  readonly own: number;
  readonly similarity: number;
}

/** Greedy one-to-one pairing, most similar first; pairs below a similarity of 0.5 are left out. */
export function pairUp<T>(
  gold: readonly T[],
  own: readonly T[],
  similarity: (gold: T, own: T) => number,
): Pair[] {
  const pairs: Pair[] = [];
  gold.slice(0, MOST_PAIRED).forEach((element, g) => {
    own.slice(0, MOST_PAIRED).forEach((other, o) => {
      const value = similarity(element, other);
      if (value >= LEAST_SIMILARITY) pairs.push({ gold: g, own: o, similarity: value });
    });
  });
  pairs.sort((a, b) => b.similarity - a.similarity);
  const [usedGold, usedOwn] = [new Set<number>(), new Set<number>()];
  return pairs.filter(pair => {
    if (usedGold.has(pair.gold) || usedOwn.has(pair.own)) return false;
    usedGold.add(pair.gold);
    usedOwn.add(pair.own);
    return true;
  });
}
