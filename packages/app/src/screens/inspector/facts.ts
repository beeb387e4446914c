import type { FactDecision } from '../../client/extract.js';
import { type BlockPlaces, marksFor } from './blocks.js';

/** The marks of all blocks that show a candidate: `chosen` where it was taken for some fact, else `offered`. */
export function fieldMarks(places: BlockPlaces, facts: readonly FactDecision[]): Map<number, string> {
  const candidates = facts.flatMap(fact => fact.candidates);
  const blocksOf = (isChosen: boolean) =>
    candidates.filter(({ chosen }) => chosen === isChosen).flatMap(({ blocks }) => blocks);
  return new Map([
    ...marksFor(places, blocksOf(false), 'offered'),
    ...marksFor(places, blocksOf(true), 'chosen'),
  ]);
}

/** The block to go to for a candidate: its first, and from one of its blocks the next. */
export function nextBlock(blocks: readonly number[], current: number): number {
  return blocks[(blocks.indexOf(current) + 1) % blocks.length] ?? -1;
}
