import type { AddressRule, ResolveHost } from '@webpith/fetch';
import { RenderError } from './errors.js';

export const WAITS = ['dom', 'load', 'idle', 'text'] as const;

/**
 * `dom`: HTML parsed; `load`: also styles, images and frames; `idle`: also no request for half a second; `text`:
 * loaded, no script requests anything, and the text has not changed for half a second, or longer if there is little of
 * it.
 */
export type Wait = (typeof WAITS)[number];

export interface RenderOptions {
  readonly javascript?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly wait?: Wait;
  /** Milliseconds to wait for the event `wait` before capturing the page anyway. Default: 10,000. */
  readonly patience?: number;
  /** Milliseconds for the whole rendering; longer is an error. Default: 30,000. */
  readonly timeout?: number;
  readonly network?: boolean;
  readonly allowPrivate?: boolean;
  /** Limit on the bytes received by the page. Default: 100 MB. */
  readonly maxBytes?: number;
  readonly styles?: readonly string[];
  /** Include the text of iframes in the page. Default: false. */
  readonly readFrames?: boolean;
  readonly screenshot?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Decides which addresses may be connected to; overrides `allowPrivate`. */
  readonly rule?: AddressRule;
  readonly resolve?: ResolveHost;
}

export const renderDefaults = {
  javascript: true,
  viewport: { width: 1280, height: 1024 },
  wait: 'load',
  patience: 10_000,
  timeout: 30_000,
  network: true,
  maxBytes: 100_000_000,
} as const satisfies RenderOptions;

const MAX_SIDE = 10_000;

export function checkOptions(options: RenderOptions): void {
  const { viewport, wait, patience, timeout, maxBytes } = { ...renderDefaults, ...options };
  for (const [name, value] of Object.entries({ patience, timeout, maxBytes })) {
    if (!(value > 0)) throw bad(name, value, 'above 0');
  }
  for (const side of ['width', 'height'] as const) {
    const length = viewport[side];
    if (!Number.isInteger(length) || length < 1 || length > MAX_SIDE) {
      throw bad(`viewport ${side}`, length, `a whole number from 1 to ${MAX_SIDE}`);
    }
  }
  if (!WAITS.includes(wait)) throw bad('wait', wait, `one of ${WAITS.join(', ')}`);
}

function bad(name: string, value: unknown, allowed: string): RenderError {
  return new RenderError('bad-option', `${name} is ${value}, but must be ${allowed}`);
}
