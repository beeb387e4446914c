import type { z } from 'zod';

export const PROBLEMS = {
  'bad-request': 400,
  unauthorised: 401,
  forbidden: 403,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  unprocessable: 422,
  'too-many-requests': 429,
  internal: 500,
  'upstream-failed': 502,
  unavailable: 503,
  'took-too-long': 504,
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** An error answered as problem+json. The message describes the failure, the remedy the next step. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return PROBLEMS[this.code];
  }
}

export function notFound(kind: string, id: string, remedy = `Choose an existing ${kind}.`): Problem {
  return new Problem('not-found', `There is no ${kind} ${JSON.stringify(id)}.`, remedy);
}

export function required<T>(found: T | undefined, kind: string, id: string, remedy?: string): T {
  if (found !== undefined) return found;
  throw notFound(kind, id, remedy);
}

export function invalidRequest(issues: readonly string[]): Problem {
  const message = issues.slice(0, 5).join('; ').slice(0, 1000);
  const remedy = 'Correct these fields. The API documentation describes every request.';
  return new Problem('bad-request', `Invalid request: ${message}.`, remedy);
}

/** Validates data that Fastify does not validate. */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidRequest(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
}
