/** A request that failed: the message says what was wrong, the remedy what to do. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly remedy: string,
  ) {
    super(message);
  }
}

/** The problem that an answer tells of, whatever its body is. */
export async function problemFromResponse(response: Response): Promise<RequestProblem> {
  return problemFromText(await response.text().catch(() => ''), response.status);
}

/** As `problemFrom`, of the body alone. */
export function problemFromText(body: string, answered = 0): RequestProblem {
  const fields = objectFrom(body);
  const status = typeof fields.status === 'number' ? fields.status : answered;
  return new RequestProblem(
    status,
    textOr(fields.code, 'internal'),
    textOr(fields.detail, textOr(fields.title, `The server answered ${status}.`)),
    textOr(fields.remedy, ''),
  );
}

/** Anything that was thrown, as a problem. */
export function asProblem(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error;
  if (error instanceof TypeError)
    return new RequestProblem(
      0,
      'unreachable',
      'The server cannot be reached.',
      'See whether pith serve still runs; it is tried again by itself.',
    );
  return new RequestProblem(0, 'internal', error instanceof Error ? error.message : String(error), '');
}

function objectFrom(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
