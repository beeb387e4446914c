import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

const GENERAL = ['--heap-growing-percent=300', '--max-inlined-bytecode-size-cumulative=300'];

/** Flags of the compiler by major version of Node. V8 prints an error for a flag that a version does not have. */
const COMPILER: Readonly<Record<number, readonly string[]>> = {
  // Functions are optimised after ten times the work.
  20: ['--interrupt-budget=675840'],
  // TurboFan compiles a function after ten times as many calls as by default.
  24: ['--invocation-count-for-turbofan=30000'],
};

/**
 * Sets V8 flags for extraction, which repeats the same work and keeps little after a page. By default V8 marks the heap
 * of a thread several times a second to keep it small; here the heap may grow as far as V8 allows. For the first
 * hundreds of pages of a thread, V8 takes as long to optimise functions as to run them; here it inlines a third as much
 * and optimises fewer functions (docs/results/throughput.md).
 */
export function setFlags(threads = 1): void {
  const forVersion = COMPILER[Number.parseInt(process.versions.node, 10)] ?? [];
  for (const flag of [...GENERAL, ...forVersion]) setFlagsFromString(flag);
  if (threads < availableParallelism()) return;
  // Without an idle core, helpers of the garbage collector only cost time: 7 % of the time of a page on two cores.
  for (const flag of ['concurrent-marking', 'concurrent-sweeping', 'parallel-scavenge'])
    setFlagsFromString(`--no-${flag}`);
}
