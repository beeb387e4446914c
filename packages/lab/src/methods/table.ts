import type { MethodEntry } from './entry.js';

/** Name → method, its code loaded when it is first used. A new method is a folder here and a line in this table. */
export const methods: Readonly<Record<string, () => Promise<MethodEntry>>> = {
  default: async () => (await import('./default/entry.js')).defaultMethod,
  wide: async () => (await import('./wide/entry.js')).wideMethod,
  swarm: async () => (await import('./swarm/entry.js')).swarmMethod,
  'swarm-plus': async () => (await import('./swarm/entry.js')).swarmPlusMethod,
  seeker: async () => (await import('./seeker/entry.js')).seekerMethod,
  wrapper: async () => (await import('./wrapper/entry.js')).wrapperMethod,
  'wrapper-plus': async () => (await import('./wrapper/entry.js')).wrapperPlusMethod,
  density: async () => (await import('./density/entry.js')).density,
  'density-plus': async () => (await import('./density/entry.js')).densityPlus,
  adapted: async () => (await import('./adapted/entry.js')).adaptedMethod,
  leaves: async () => (await import('./leaves/entry.js')).leavesMethod,
};
