/** What can go wrong with a request, each with the status it is answered with. */
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

/** A failure that is answered as problem+json: the message says what was expected and what came, the remedy what to do. */
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

/** The problem of a name or an id that nothing has: what was expected, what came, and where to look. */
export function notFound(kind: string, id: string, remedy: string): Problem {
  return new Problem('not-found', `There is no ${kind} ${JSON.stringify(id)}.`, remedy);
}
