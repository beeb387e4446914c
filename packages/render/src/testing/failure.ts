import { RenderError } from '../errors.js';

/** Awaits a promise that must reject, and returns the error. */
export async function failure(promise: Promise<unknown>): Promise<RenderError> {
  const error = await promise.catch((error: unknown) => error);
  if (error instanceof RenderError) return error;
  throw new Error(`expected a RenderError, got ${String(error)}`);
}
