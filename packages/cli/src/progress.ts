import type { Output } from './io.js';
import { barOf, durationInWords, statusLine } from './status-line.js';

/** Shows how far long work has come. */
export interface Progress {
  step(): void;
  stop(): void;
}

/** A bar with pages a second and time left; nothing where nobody watches. */
export function startProgress(stream: Output, total: number): Progress {
  const line = total === 0 ? undefined : statusLine(stream);
  const begun = performance.now();
  let done = 0;
  const text = () => progressLine(done, total, (performance.now() - begun) / 1000);
  line?.show(text);
  return {
    step() {
      done++;
      line?.show(text, done === total);
    },
    stop: () => line?.stop(),
  };
}

/** The bar as a line of text. */
export function progressLine(done: number, total: number, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  // Lines that hold no page were not counted beforehand, and may come on top.
  const left = rate > 0 ? durationInWords(Math.max(0, total - done) / rate) : 'some time';
  return `${barOf(done / total)} | ${done}/${total} pages | ${rate.toFixed(1)} pages/s | ${left} left`;
}
