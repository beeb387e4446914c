/** Five published methods with their models and experiments, and the classical extractors they are compared with. */
import type { MethodTable } from '@webpith/lab';
import { classicalMethods } from './classical/table.js';

export { type Baseline, baselines } from './classical/table.js';

export { segmentsArff } from './seeker/training-pages.js';

export const methods: MethodTable = {
  swarm: async () => (await import('./swarm/method.js')).swarm,
  'swarm-plus': async () => (await import('./swarm/method.js')).swarmPlus,
  seeker: async () => (await import('./seeker/method.js')).seeker,
  wrapper: async () => (await import('./wrapper/method.js')).wrapper,
  'wrapper-plus': async () => (await import('./wrapper/method.js')).wrapperPlus,
  density: async () => (await import('./density/method.js')).density,
  'density-plus': async () => (await import('./density/method.js')).densityPlus,
  leaves: async () => (await import('./leaves/method.js')).leaves,
  ...classicalMethods,
};

/** URL of the built module, from which worker threads of an evaluation load these methods. */
export const methodsModule: string = new URL(
  import.meta.url.endsWith('.ts') ? '../dist/index.js' : './index.js',
  import.meta.url,
).href;
