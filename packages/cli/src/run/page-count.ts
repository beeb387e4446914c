import { type Io, say } from '../io.js';
import { statusLine } from '../status-line.js';

/** Shows how many pages are done where nobody knows how many there will be. */
export interface PageCount {
  show(pages: number, more?: string): void;
  stop(): void;
}

/** Seconds between two lines where nobody watches. */
const LINE_EVERY = 30;

/** A counter with pages a second on a terminal, and a line every half minute elsewhere. */
export function startCount(io: Io): PageCount {
  const begun = performance.now();
  let first: number | undefined;
  let lines = 0;
  const line = statusLine(io.stderr);
  return {
    show(pages, more = '') {
      first ??= pages;
      const seconds = (performance.now() - begun) / 1000;
      const rate = ((pages - first) / Math.max(seconds, 0.001)).toFixed(1);
      line?.show(() => `${pages} pages | ${rate} pages/s | ${more}`);
      if (line !== undefined || seconds < (lines + 1) * LINE_EVERY) return;
      lines++;
      void say(io, `${pages} pages, ${rate} pages/s${more === '' ? '' : `, ${more}`}`);
    },
    stop: () => line?.stop(),
  };
}
