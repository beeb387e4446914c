import type { Deaths } from './jobs.js';

/**
 * A page that crashes or hangs a thread is a row with an error. One that takes the whole process with it leaves nothing
 * but a job without a worker, which BullMQ hands out again. From the second time on pages are taken one by one and the
 * queue is told which one is in hand, so that the third death has a name: that page is taken out of the job and goes to
 * the dead letters, and the rest of the job comes out.
 */
export const mostDeaths = 3;

const none: Deaths = { seen: 0, unknown: 0, pages: {} };

/** Adds the deaths since a job was begun last: all but the latest have lost their traces. */
export function withNewDeaths(deaths: Deaths = none, stalls: number, inHand: string | undefined): Deaths {
  const fresh = stalls - deaths.seen;
  if (fresh <= 0) return deaths;
  const { pages, unknown } = deaths;
  if (inHand === undefined) return { seen: stalls, unknown: unknown + fresh, pages };
  const count = (pages[inHand] ?? 0) + 1;
  return { seen: stalls, unknown: unknown + fresh - 1, pages: { ...pages, [inHand]: count } };
}

/** Pages that killed their worker each time they were in hand, as often as is allowed. */
export function poisonedPages({ pages, unknown }: Deaths = none): string[] {
  // A quick try that died may have died of any page; one death that is proven is not enough to condemn a page.
  return Object.keys(pages).filter(page => pages[page]! >= 2 && pages[page]! + unknown >= mostDeaths);
}

/** Whether a job kills its workers without any page being to blame. */
export function isPoisonedWhole(deaths: Deaths = none): boolean {
  return deaths.unknown >= mostDeaths;
}
