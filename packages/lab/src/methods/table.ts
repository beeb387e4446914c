import type { MethodTable } from './method.js';

/** The methods of the lab. A new method needs a folder and a line here. */
export const methods: MethodTable = {
  default: async () => (await import('./default/method.js')).defaultMethod,
  small: async () => (await import('./small/method.js')).small,
  wide: async () => (await import('./wide/method.js')).wide,
  adapted: async () => (await import('./adapted/method.js')).adapted,
};
