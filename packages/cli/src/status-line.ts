import type { Output } from './io.js';

/** A line on a terminal that is written anew again and again. */
export interface StatusLine {
  /** Shows a text; too soon after the last one it is passed over, unless it must be seen. */
  show(text: () => string, must?: boolean): void;
  /** Wipes the line: what is said next stands in its place. */
  stop(): void;
}

/** Milliseconds between two pictures. */
const PAUSE = 100;
const WIPED = '\r\u001b[K';
const CELLS = 24;

/** The status line of a terminal; nothing where nobody watches. */
export function statusLine(stream: Output): StatusLine | undefined {
  if (!stream.isTTY) return undefined;
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show(text, must = false) {
      const now = performance.now();
      if (!must && now - shown < PAUSE) return;
      shown = now;
      // A line that the terminal breaks cannot be wiped any more.
      stream.write(`${WIPED}${text().slice(0, (stream.columns ?? 80) - 1)}`);
    },
    stop: () => void stream.write(WIPED),
  };
}

/** A bar for a share between 0 and 1, and the share in words. */
export function barOf(share: number): string {
  const whole = Math.min(1, Math.max(0, share));
  const cells = Math.round(whole * CELLS);
  return `${'█'.repeat(cells)}${'░'.repeat(CELLS - cells)} ${Math.floor(whole * 100)}%`;
}

/** Seconds as people say them. */
export function durationInWords(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
