import { setFlagsFromString } from 'node:v8';

/**
 * Page after page of the same work, of which little outlives its page. Left alone, V8 marks the heap of a thread several
 * times a second to keep it small, and compiles much that hardly pays. So the heap may grow as far as V8 lets any heap
 * grow, and a function is compiled once it has run ten times as long: on real pages two threads do about a fifth more.
 * Later than in Node 20 V8 has a second compiler between, and the flag no more: it would say so for every thread.
 */
export function setThreadFlags(): void {
  setFlagsFromString('--heap-growing-percent=300');
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=675840');
}
