import { FetchError } from '../errors.js';
import { type FetchOptions, fetchPage } from '../page.js';

/** Fetches a page that must fail, and returns the error. */
export async function fetchFailure(address: string, options: FetchOptions = {}): Promise<FetchError> {
  const error = await fetchPage(address, { allowPrivate: true, ...options }).catch((error: unknown) => error);
  if (error instanceof FetchError) return error;
  throw new Error(`expected a FetchError for ${address}, got ${String(error)}`);
}
