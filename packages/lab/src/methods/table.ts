import type { MethodEntry } from './entry.js';

/** Name → method, its code loaded when it is first used. A new method is a folder here and a line in this table. */
export const methods: Readonly<Record<string, () => Promise<MethodEntry>>> = {
  default: async () => (await import('./default/entry.js')).defaultMethod,
};
