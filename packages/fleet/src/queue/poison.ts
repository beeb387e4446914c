import type { Deaths } from './jobs.js';

/**
 * A page that crashes or hangs a thread becomes a row with an error. One that kills the whole process only leaves a
 * stalled job, which BullMQ delivers again. From the second delivery on, pages are extracted one by one and the queue
 * records the page in progress. A page that killed its worker three times is removed from the job and becomes a dead
 * letter; the rest of the job completes.
 */
export const mostDeaths = 3;

const none: Deaths = { seen: 0, unknown: 0, pages: {} };

/** Adds the deaths since the last start of a job; only the page of the latest is known. */
export function withNewDeaths(deaths: Deaths = none, stalls: number, inHand: string | undefined): Deaths {
  const fresh = stalls - deaths.seen;
  if (fresh <= 0) return deaths;
  const { pages, unknown } = deaths;
  if (inHand === undefined) return { seen: stalls, unknown: unknown + fresh, pages };
  const count = (pages[inHand] ?? 0) + 1;
  return { seen: stalls, unknown: unknown + fresh - 1, pages: { ...pages, [inHand]: count } };
}

/** Pages that killed their worker as often as allowed. */
export function poisonedPages({ pages, unknown }: Deaths = none): string[] {
  // A death in the batched attempt may be due to any page; a single proven death does not suffice.
  return Object.keys(pages).filter(page => pages[page]! >= 2 && pages[page]! + unknown >= mostDeaths);
}

/** True if a job kills its workers, but no single page does. */
export function isPoisonedWhole(deaths: Deaths = none): boolean {
  return deaths.unknown >= mostDeaths;
}
