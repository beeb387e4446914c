import { SingleBar } from 'cli-progress';
import { type Io, say } from './io.js';

/** How far long work has come: pages, and the share that is done where it is known. */
export interface Share {
  readonly pages: number;
  readonly before: number;
  readonly seconds: number;
  readonly share: number | undefined;
}

/** Shows how far long work has come. */
export interface ShareProgress {
  show(share: Share): void;
  stop(): void;
}

const STEPS = 1000;
/** Where nobody watches, a line goes to the log now and then; on a terminal a bar moves. */
const LINE_EVERY = 30;
const BAR_EVERY = 0.1;

/** A bar with pages a second and time left on a terminal, and a line every half minute elsewhere. */
export function startShare(io: Io): ShareProgress {
  const bar = io.stderr.isTTY ? barOn(io) : undefined;
  let shown = 0;
  let begun: number | undefined;
  return {
    show(share) {
      begun ??= share.share;
      if (share.seconds - shown < (bar === undefined ? LINE_EVERY : BAR_EVERY)) return;
      shown = share.seconds;
      const rate = ((share.pages - share.before) / share.seconds).toFixed(1);
      const left = timeLeft(share, begun);
      if (bar === undefined) void say(io, `${share.pages} pages, ${rate} pages/s, ${left} left`);
      else bar.update(Math.floor((share.share ?? 0) * STEPS), { pages: share.pages, rate, left });
    },
    stop: () => bar?.stop(),
  };
}

function barOn({ stderr }: Io): SingleBar {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {pages} pages | {rate} pages/s | {left} left',
    stream: stderr,
    barsize: 24,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    // The command has its own handling of signals; the bar must not end the process.
    gracefulExit: false,
  });
  bar.start(STEPS, 0, { pages: 0, rate: '0', left: 'some time' });
  return bar;
}

/** From the share that this run has done; an earlier run's share took no time of this one. */
function timeLeft({ share, seconds }: Share, begun: number | undefined): string {
  if (share === undefined || begun === undefined || share <= begun) return 'some time';
  const left = Math.round((seconds * (1 - share)) / (share - begun));
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
  return hours > 0
    ? `${hours} h ${minutes} min`
    : minutes > 0
      ? `${minutes} min ${left % 60} s`
      : `${left} s`;
}
