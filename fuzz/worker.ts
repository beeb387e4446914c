import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Host } from '@webpith/threads';
import { faultsOf } from './check.js';
import { type FuzzedPage, fuzzedPage } from './page.js';
import { type Finding, SLOW, type Task, type TaskResult, type WorkerData } from './protocol.js';
import { readSeeds } from './seeds.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Every so many pages one is looked at closely. */
const CLOSELY = 32;

/** What a thread does: the pages of a task, one after another, and says what was wrong. Each is a step. */
export function open({ folders, seed }: WorkerData, { step }: Host): (task: Task) => TaskResult {
  const seeds = readSeeds(folders, seed);
  return task =>
    done(task, number => {
      step(number);
      return fuzzedPage(seeds, seed, number);
    });
}

function done({ from, to }: Task, pageOf: (number: number) => FuzzedPage): TaskResult {
  const mutations: Record<string, number> = {};
  const typed: Record<string, number> = {};
  const findings: Finding[] = [];
  let slowest = { page: from, ms: 0, bytes: 0 };
  let bytes = 0;
  let withText = 0;
  for (let number = from; number < to; number++) {
    const page = pageOf(number);
    const closely = number % CLOSELY === 0;
    const begun = performance.now();
    const result = faultsOf(page, { twice: closely, parsed: closely });
    let ms = performance.now() - begun;
    if (ms > SLOW / 4) ms = Math.min(ms, leastTime(page));
    for (const name of page.mutations) mutations[name] = (mutations[name] ?? 0) + 1;
    if (result.typed !== undefined) typed[result.typed] = (typed[result.typed] ?? 0) + 1;
    if (ms > SLOW) result.faults.push({ kind: 'slow', what: `${Math.round(ms)} ms` });
    for (const fault of result.faults) findings.push({ ...fault, page: number, mutations: page.mutations });
    if (ms > slowest.ms) slowest = { page: number, ms, bytes: page.bytes.length };
    bytes += page.bytes.length;
    if (result.length > 0) withText++;
  }
  collect();
  return {
    from,
    to,
    mutations,
    typed,
    findings,
    bytes,
    withText,
    slowest,
    heap: process.memoryUsage().heapUsed / 1e6,
  };
}

/** The time of a page when nothing else is in its way: the least of two more tries, without the closer look. */
function leastTime(page: FuzzedPage): number {
  const times = [0, 1].map(() => {
    const begun = performance.now();
    faultsOf(page, { twice: false, parsed: false });
    return performance.now() - begun;
  });
  return Math.min(...times);
}
