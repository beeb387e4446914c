/** Pith over HTTP. */
export { Problem, type ProblemCode } from './problem.js';
