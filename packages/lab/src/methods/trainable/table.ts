import type { TrainableMethod } from './trainable.js';

/** Name → method that can be trained on labelled pages, its code loaded when it is first used. */
export const trainableMethods: Readonly<Record<string, () => Promise<TrainableMethod>>> = {
  adapted: async () => (await import('./adapted.js')).trainableAdapted,
  swarm: async () => (await import('./swarm.js')).trainableSwarm,
  density: async () => (await import('./density.js')).trainableDensity,
  seeker: async () => (await import('./seeker.js')).trainableSeeker,
  wrapper: async () => (await import('./wrapper.js')).trainableWrapper,
  leaves: async () => (await import('./leaves.js')).trainableLeaves,
};
