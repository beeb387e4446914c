import { FetchError } from '@webpith/fetch';
import { RenderError } from './errors.js';
import type { Guard } from './guard.js';

/** The page broke down in the browser. */
export function crash(cause?: unknown): RenderError {
  return new RenderError('crash', 'expected a page, but it crashed in the browser; try again', { cause });
}

/** Whether what playwright says is that the page, or the browser with it, broke down. */
export function hasCrashed(error: unknown): boolean {
  return error instanceof Error && /\bcrashed\b|\bTarget (?:page|closed)/.test(error.message);
}

/** Why a browser did not come to an address, in words of ours. */
export function unreached(address: string, guard: Guard, cause: unknown): RenderError {
  if (hasCrashed(cause)) return crash(cause);
  const [refused] = guard.refused.values();
  if (refused !== undefined) return refusal(address, refused);
  const said = cause instanceof Error ? cause.message.split('\n', 1)[0]! : String(cause);
  if (/TimeoutError|Timeout \d/.test(said)) {
    return new RenderError('timeout', `expected ${address} to answer in time; raise it with --timeout`, {
      cause,
    });
  }
  if (said.includes('ERR_HTTP_RESPONSE_CODE_FAILURE')) {
    const message = `expected a page at ${address}, got an error status and no text; check the address`;
    return new RenderError('http-status', message, { cause });
  }
  if (said.includes('Download is starting')) {
    return new RenderError('bad-page', `expected a page at ${address}, got a download; fetch it as a file`, {
      cause,
    });
  }
  const message = `expected a page at ${address}, but Chromium said ${said}; check the address`;
  return new RenderError('network', message, { cause });
}

/** The guard, or the network, did not let the browser have a page. */
export function refusal(address: string, cause: Error): RenderError {
  if (cause instanceof FetchError) {
    const code = cause.code === 'blocked-address' ? cause.code : 'network';
    return new RenderError(code, cause.message, { cause });
  }
  const message = `expected a page at ${address}, but the connection failed (${cause.message}); check the address`;
  return new RenderError('network', message, { cause });
}
