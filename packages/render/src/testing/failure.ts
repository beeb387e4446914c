import { RenderError } from '../errors.js';

/** Waits for what must fail and gives the failure. */
export async function failure(promise: Promise<unknown>): Promise<RenderError> {
  const error = await promise.catch((error: unknown) => error);
  if (error instanceof RenderError) return error;
  throw new Error(`expected a RenderError, got ${String(error)}`);
}
