import { SingleBar } from 'cli-progress';
import type { Output } from './io.js';

/** Shows how far long work has come. */
export interface Progress {
  step(): void;
  stop(): void;
}

const silent: Progress = { step() {}, stop() {} };

/** A bar with pages a second and time left; nothing where nobody watches. */
export function startProgress(stream: Output, total: number): Progress {
  if (!stream.isTTY || total === 0) return silent;
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value}/{total} pages | {rate} pages/s | {eta_formatted} left',
    stream,
    barsize: 24,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    etaBuffer: 200,
    clearOnComplete: true,
    // The command has its own handling of signals; the bar must not end the process.
    gracefulExit: false,
  });
  const begun = performance.now();
  let done = 0;
  bar.start(total, 0, { rate: '0' });
  return {
    step() {
      done++;
      // Lines that hold no page were not counted beforehand, and may come on top.
      bar.update(Math.min(done, total), { rate: ((done * 1000) / (performance.now() - begun)).toFixed(1) });
    },
    stop() {
      bar.stop();
    },
  };
}
