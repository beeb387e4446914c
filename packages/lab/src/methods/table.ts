import type { MethodTable } from './method.js';

/** The methods of the lab. A new method is a folder here and a line in this table. */
export const methods: MethodTable = {
  default: async () => (await import('./default/method.js')).defaultMethod,
  wide: async () => (await import('./wide/method.js')).wide,
  adapted: async () => (await import('./adapted/method.js')).adapted,
  swarm: async () => (await import('./swarm/method.js')).swarm,
  'swarm-plus': async () => (await import('./swarm/method.js')).swarmPlus,
  seeker: async () => (await import('./seeker/method.js')).seeker,
  wrapper: async () => (await import('./wrapper/method.js')).wrapper,
  'wrapper-plus': async () => (await import('./wrapper/method.js')).wrapperPlus,
  density: async () => (await import('./density/method.js')).density,
  'density-plus': async () => (await import('./density/method.js')).densityPlus,
  leaves: async () => (await import('./leaves/method.js')).leaves,
};
