import { performance } from 'node:perf_hooks';
import type { Contender } from './contenders.js';
import { type BenchPage, spread } from './pages.js';

/** What a contender came to. */
export interface Timing {
  readonly name: string;
  /** Pages it was timed on, and how many of them it threw on. */
  readonly pages: number;
  readonly failures: number;
  /** Milliseconds for the whole sample in each round; of fewer pages scaled up by characters. */
  readonly rounds: readonly number[];
}

/** Pages that are read before the clock starts, so that no contender pays for its compilation. */
const WARM_UP = 30;

/** Some rivals print what they could not parse; that is no part of their work. */
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => {};

/** Times contenders in turns, round by round: what slows the machine for a while slows all of them. */
export async function timeRounds(
  contenders: readonly Contender[],
  pages: readonly BenchPage[],
  rounds: number,
  onRound: (round: number) => void,
): Promise<Timing[]> {
  const characters = total(pages);
  const entries = contenders.map(contender => {
    const own = spread(pages, contender.pages);
    return { contender, own, scale: characters / total(own), failures: 0, rounds: [] as number[] };
  });
  for (const { contender, own } of entries)
    await readAll(contender, spread(own, Math.ceil(WARM_UP / contender.every)));
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) {
      if (round % entry.contender.every !== 0) continue;
      const begun = performance.now();
      entry.failures = await readAll(entry.contender, entry.own);
      entry.rounds.push((performance.now() - begun) * entry.scale);
    }
    onRound(round + 1);
  }
  return entries.map(({ contender, own, failures, rounds: times }) => ({
    name: contender.name,
    pages: own.length,
    failures,
    rounds: times,
  }));
}

async function readAll(contender: Contender, pages: readonly BenchPage[]): Promise<number> {
  let failures = 0;
  for (const page of pages) {
    try {
      const result = contender.read(page);
      // Awaiting what is no promise would cost the fast contenders a turn of the loop.
      if (result instanceof Promise) await result;
    } catch {
      failures++;
    }
  }
  return failures;
}

function total(pages: readonly BenchPage[]): number {
  return pages.reduce((sum, { html }) => sum + html.length, 0);
}
