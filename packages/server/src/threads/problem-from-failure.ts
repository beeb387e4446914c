import type { Failure } from '@webpith/threads';
import { PROBLEMS, Problem, type ProblemCode } from '../problem.js';
import { problemOfPackage } from '../problem-from-error.js';

/** The error for a task that failed: a problem where the page or the request is to blame. */
export function problemFromFailure({ name, code, message, remedy, stack }: Failure): Error {
  if (name === 'Problem' && code !== undefined && Object.hasOwn(PROBLEMS, code)) {
    return new Problem(code as ProblemCode, message, String(remedy ?? 'Change the request.'));
  }
  const known = code === undefined ? undefined : problemOfPackage(name, code, message);
  if (known !== undefined) return known;
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
