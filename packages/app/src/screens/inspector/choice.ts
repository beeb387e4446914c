import type { Decision } from '../../client/extract.js';

/** Which blocks are listed. */
export const FILTERS = ['all', 'kept', 'dropped', 'different'] as const;
export type Filter = (typeof FILTERS)[number];

/** The blocks on which two methods differ. Both saw the same blocks: those of the page. */
export function differences(one: readonly Decision[], other: readonly Decision[] | undefined): Set<number> {
  const different = new Set<number>();
  if (other === undefined) return different;
  for (const [block, { kept }] of one.entries()) if (other[block]?.kept !== kept) different.add(block);
  return different;
}

interface Wanted {
  readonly filter: Filter;
  readonly search: string;
  readonly different: ReadonlySet<number>;
}

/** The blocks that are listed, in the order of the page. */
export function chosenBlocks(
  decisions: readonly Decision[],
  { filter, search, different }: Wanted,
): number[] {
  const words = search.trim().toLowerCase();
  const passes: Readonly<Record<Filter, (block: number) => boolean>> = {
    all: () => true,
    kept: block => decisions[block]!.kept,
    dropped: block => !decisions[block]!.kept,
    different: block => different.has(block),
  };
  return [...decisions.keys()].filter(
    block => passes[filter](block) && (words === '' || matches(decisions[block]!, words)),
  );
}

function matches({ text, reason, path }: Decision, words: string): boolean {
  return [text, reason, path].some(each => each.toLowerCase().includes(words));
}

/** The place of the next listed block in a direction; stays where it is at the ends. */
export function stepFrom(listed: readonly number[], current: number, step: 1 | -1): number {
  if (listed.length === 0) return current;
  const at = listed.indexOf(current);
  if (at >= 0) return listed[Math.min(listed.length - 1, Math.max(0, at + step))]!;
  const next = step > 0 ? listed.find(block => block > current) : listed.findLast(block => block < current);
  return next ?? (step > 0 ? listed.at(-1)! : listed[0]!);
}

/** Where one begins: at the block that is named, or at the first that is kept. */
export function initialBlock(decisions: readonly Decision[], textFirst: number | undefined): number {
  const named = textFirst === undefined ? -1 : decisions.findIndex(own => own.textEnd > textFirst);
  return named >= 0 ? named : decisions.findIndex(({ kept }) => kept);
}

/** The next block that passes a test, from the start again behind the last; the same where none does. */
export function nextWhere(
  decisions: readonly Decision[],
  current: number,
  passes: (decision: Decision) => boolean,
): number {
  for (let step = 1; step <= decisions.length; step++) {
    const block = (current + step + decisions.length) % decisions.length;
    if (passes(decisions[block]!)) return block;
  }
  return current;
}

/** The block nearest to the cut, then the next nearest, and so on. */
export function nextUncertain(decisions: readonly Decision[], current: number): number {
  const uncertainty = ({ score, cut = 0.5 }: Decision) => Math.abs(score - cut);
  const order = [...decisions.keys()].sort(
    (a, b) => uncertainty(decisions[a]!) - uncertainty(decisions[b]!) || a - b,
  );
  return order[(order.indexOf(current) + 1) % order.length] ?? current;
}
