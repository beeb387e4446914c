import { FetchError, type FetchLimit } from '@webpith/fetch';
import type { Guard } from './guard.js';

export type RenderErrorCode =
  | 'no-chromium'
  | 'no-start'
  | 'bad-option'
  | 'bad-page' // invalid URL, or input that is not a page
  | 'blocked-address'
  | 'network'
  | 'http-status'
  | 'timeout'
  | 'crash'
  | 'too-large'
  | 'stopped'; // by the caller's signal, or by closing the pool

export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly option: FetchLimit | undefined;

  constructor(
    readonly code: RenderErrorCode,
    message: string,
    details: { readonly cause?: unknown; readonly option?: FetchLimit | undefined } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.option = details.option;
  }
}

/** Errors after which the browser is replaced. */
export const BREAKS_BROWSER: ReadonlySet<RenderErrorCode> = new Set(['timeout', 'crash', 'stopped']);

export function crash(cause?: unknown): RenderError {
  return new RenderError('crash', 'the page crashed in the browser; try again', { cause });
}

/** True if an error of playwright reports a crash of the page or the browser. */
export function hasCrashed(error: unknown): boolean {
  return error instanceof Error && /\bcrashed\b|\bTarget (?:page|closed)/.test(error.message);
}

export function navigationError(address: string, guard: Guard, cause: unknown): RenderError {
  if (hasCrashed(cause)) return crash(cause);
  const [refused] = guard.refused.values();
  if (refused !== undefined) return refusal(address, refused);
  const reason = cause instanceof Error ? cause.message.split('\n', 1)[0]! : String(cause);
  const failed = (code: RenderErrorCode, message: string) => new RenderError(code, message, { cause });
  if (/TimeoutError|Timeout \d/.test(reason)) {
    return new RenderError('timeout', `${address} did not respond in time; raise timeout`, {
      cause,
      option: 'timeout',
    });
  }
  if (reason.includes('ERR_HTTP_RESPONSE_CODE_FAILURE')) {
    return failed('http-status', `${address} returned an error status without a page; check the URL`);
  }
  if (reason.includes('Download is starting')) {
    return failed('bad-page', `${address} is a download, not a page; download it and use the file`);
  }
  return failed('network', `Chromium cannot load ${address}: ${reason}; check the URL`);
}

export function refusal(address: string, cause: Error): RenderError {
  if (cause instanceof FetchError) {
    const code = cause.code === 'blocked-address' ? cause.code : 'network';
    return new RenderError(code, cause.message, { cause, option: cause.option });
  }
  const message = `cannot connect to ${address} (${cause.message}); check the URL`;
  return new RenderError('network', message, { cause });
}
