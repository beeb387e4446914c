import type { AddressRule, ResolveHost } from '@webpith/fetch';
import { RenderError } from './errors.js';

/** When a page counts as there. */
export const WAITS = ['dom', 'load', 'idle'] as const;

/** `dom`: its HTML is read; `load`: styles, images and frames too; `idle`: and nothing was asked for half a second. */
export type Wait = (typeof WAITS)[number];

/** How a page is rendered; what is left out takes the default. */
export interface RenderOptions {
  /** Whether its scripts run. Default: yes. */
  readonly javascript?: boolean;
  /** Size of the window. Default: 1280 × 1024. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** When it counts as there. Default: `load`. */
  readonly wait?: Wait;
  /** Milliseconds that `wait` may take before the page is taken as it is. Default: 10,000. */
  readonly patience?: number;
  /** Milliseconds for the whole; longer is an error. Default: 30,000. */
  readonly timeout?: number;
  /** Whether the page may ask anybody for anything. Default: yes. */
  readonly network?: boolean;
  /** Whether private, loopback and other special addresses may be asked. Default: no. */
  readonly allowPrivate?: boolean;
  /** Most bytes that may come for the page in all. Default: 100 MB. */
  readonly maxBytes?: number;
  /** Computed styles to keep for every node. Default: `LAYOUT_STYLES`. */
  readonly styles?: readonly string[];
  /** Reads text in iframes as part of the page. Default: no. */
  readonly readFrames?: boolean;
  /** Takes a picture of the whole page, as PNG. Default: no. */
  readonly screenshot?: boolean;
  /** Ends the rendering with a RenderError `stopped`. */
  readonly signal?: AbortSignal | undefined;
  /** Which addresses may be connected to; takes the place of `allowPrivate`. */
  readonly rule?: AddressRule;
  /** Resolves names. Default: the system. */
  readonly resolve?: ResolveHost;
}

/** The options when nothing else is said. */
export const renderDefaults = {
  javascript: true,
  viewport: { width: 1280, height: 1024 },
  wait: 'load',
  patience: 10_000,
  timeout: 30_000,
  network: true,
  maxBytes: 100_000_000,
} as const satisfies RenderOptions;

/** Largest side of a window: beyond it browsers need memory that no page is worth. */
const LARGEST_SIDE = 10_000;

/** Refuses options that make no sense before a browser starts. */
export function checkOptions(options: RenderOptions): void {
  const { viewport, wait, patience, timeout, maxBytes } = { ...renderDefaults, ...options };
  for (const [name, value] of Object.entries({ patience, timeout, maxBytes })) {
    if (!(value > 0)) throw bad(`${name} above 0`, value);
  }
  for (const side of ['width', 'height'] as const) {
    const length = viewport[side];
    if (!Number.isInteger(length) || length < 1 || length > LARGEST_SIDE) {
      throw bad(`a viewport ${side} of 1 to ${LARGEST_SIDE}`, length);
    }
  }
  if (!WAITS.includes(wait)) throw bad(`wait to be one of ${WAITS.join(', ')}`, wait);
}

function bad(expected: string, came: unknown): RenderError {
  return new RenderError('bad-option', `expected ${expected}, got ${came}; change the option`);
}
