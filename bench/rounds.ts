import { performance } from 'node:perf_hooks';
import type { Contender } from './contenders.js';
import { type BenchPage, spread } from './pages.js';

export interface Timing {
  readonly name: string;
  /** Pages timed, and those it threw on. */
  readonly pages: number;
  readonly failures: number;
  /** Milliseconds per round for the whole sample; fewer pages are scaled up by characters. */
  readonly rounds: readonly number[];
}

/** Pages read before the measurement, to exclude compilation. */
const WARM_UP = 30;

/** Some contenders print parse errors, which is not part of their work. */
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => {};

/** Times contenders alternately, round by round, so that slowdowns of the machine affect all of them. */
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
      // Awaiting a non-promise would cost the fast contenders a turn of the event loop.
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
