import { setFlagsFromString } from 'node:v8';

/**
 * Extraction repeats the same work, and little outlives a page. By default V8 marks a thread's heap several times a
 * second to keep it small, and optimises functions too early. Here the heap may grow as far as V8 allows, and functions
 * are optimised after ten times the work: two threads are about 20 % faster on real pages. Node after 20 has another
 * compiler tier and warns about the flag in every thread.
 */
export function setThreadFlags(): void {
  setFlagsFromString('--heap-growing-percent=300');
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=675840');
}
