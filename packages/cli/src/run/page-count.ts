import { SingleBar } from 'cli-progress';
import { type Io, say } from '../io.js';

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
  const bar = io.stderr.isTTY ? counterOn(io) : undefined;
  return {
    show(pages, more = '') {
      first ??= pages;
      const seconds = (performance.now() - begun) / 1000;
      const rate = ((pages - first) / Math.max(seconds, 0.001)).toFixed(1);
      bar?.update(pages, { rate, more });
      if (bar !== undefined || seconds < (lines + 1) * LINE_EVERY) return;
      lines++;
      void say(io, `${pages} pages, ${rate} pages/s${more === '' ? '' : `, ${more}`}`);
    },
    stop: () => bar?.stop(),
  };
}

function counterOn({ stderr }: Io): SingleBar {
  const bar = new SingleBar({
    format: '{value} pages | {rate} pages/s | {more}',
    stream: stderr,
    clearOnComplete: true,
    // The command has its own handling of signals; the counter must not end the process.
    gracefulExit: false,
  });
  bar.start(0, 0, { rate: '0', more: '' });
  return bar;
}
