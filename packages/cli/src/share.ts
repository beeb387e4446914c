import { type Io, say } from './io.js';
import { barOf, durationInWords, statusLine } from './status-line.js';

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

/** Where nobody watches, a line goes to the log now and then; on a terminal a bar moves. */
const LINE_EVERY = 30;

/** A bar with pages a second and time left on a terminal, and a line every half minute elsewhere. */
export function startShare(io: Io): ShareProgress {
  const line = statusLine(io.stderr);
  let said = 0;
  let begun: number | undefined;
  return {
    show(share) {
      begun ??= share.share;
      const { pages, before, seconds } = share;
      const facts = (between: string) =>
        [
          `${pages} pages`,
          `${((pages - before) / seconds).toFixed(1)} pages/s`,
          `${timeLeft(share, begun)} left`,
        ].join(between);
      if (line !== undefined) return line.show(() => `${barOf(share.share ?? 0)} | ${facts(' | ')}`);
      if (seconds - said < LINE_EVERY) return;
      said = seconds;
      void say(io, facts(', '));
    },
    stop: () => line?.stop(),
  };
}

/** From the share that this run has done; an earlier run's share took no time of this one. */
function timeLeft({ share, seconds }: Share, begun: number | undefined): string {
  if (share === undefined || begun === undefined || share <= begun) return 'some time';
  return durationInWords((seconds * (1 - share)) / (share - begun));
}
