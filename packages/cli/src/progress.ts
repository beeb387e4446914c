import { type Io, type Output, say } from './io.js';

export interface Progress {
  step(): void;
  stop(): void;
}

/** Shows a progress bar with rate and time left; a no-op unless the stream is a terminal. */
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

export function progressLine(done: number, total: number, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  // `done` can exceed `total`: malformed corpus lines are not counted beforehand but are processed.
  const left = rate > 0 ? duration(Math.max(0, total - done) / rate) : 'some time';
  return `${bar(done / total)} | ${done}/${total} pages | ${rate.toFixed(1)} pages/s | ${left} left`;
}

/** Progress of work whose number of pages is unknown: pages done, and the share of the input that was read. */
export interface BatchStatus {
  readonly pages: number;
  /** Pages done by earlier runs. */
  readonly before: number;
  readonly seconds: number;
  readonly share: number | undefined;
}

/** Seconds between two log lines when stderr is not a terminal. */
const LOG_INTERVAL = 30;

/** Shows a progress bar on a terminal, and logs a line every half minute elsewhere. */
export function startBatchProgress(io: Io) {
  const line = statusLine(io.stderr);
  let logged = 0;
  let begun: number | undefined;
  return {
    show(status: BatchStatus) {
      begun ??= status.share;
      const { pages, before, seconds } = status;
      const text = (separator: string) =>
        [
          `${pages} pages`,
          `${((pages - before) / seconds).toFixed(1)} pages/s`,
          `${timeLeft(status, begun)} left`,
        ].join(separator);
      if (line !== undefined) return line.show(() => `${bar(status.share ?? 0)} | ${text(' | ')}`);
      if (seconds - logged < LOG_INTERVAL) return;
      logged = seconds;
      void say(io, text(', '));
    },
    stop: () => line?.stop(),
  };
}

/** Estimated from the progress of this run alone; `begun` is the share that earlier runs had done. */
function timeLeft({ share, seconds }: BatchStatus, begun: number | undefined): string {
  if (share === undefined || begun === undefined || share <= begun) return 'some time';
  return duration((seconds * (1 - share)) / (share - begun));
}

/** Shows the number of pages and the rate on a terminal, and logs a line every half minute elsewhere. */
export function startPageCounter(io: Io) {
  const begun = performance.now();
  let first: number | undefined;
  let lines = 0;
  const line = statusLine(io.stderr);
  return {
    show(pages: number, more = ''): void {
      first ??= pages;
      const seconds = (performance.now() - begun) / 1000;
      const rate = ((pages - first) / Math.max(seconds, 0.001)).toFixed(1);
      line?.show(() => `${pages} pages | ${rate} pages/s | ${more}`);
      if (line !== undefined || seconds < (lines + 1) * LOG_INTERVAL) return;
      lines++;
      void say(io, `${pages} pages, ${rate} pages/s${more === '' ? '' : `, ${more}`}`);
    },
    stop: () => line?.stop(),
  };
}

interface StatusLine {
  /** Skipped if the last update was less than `INTERVAL` ago, unless forced. */
  show(text: () => string, force?: boolean): void;
  stop(): void;
}

/** Milliseconds between two updates. */
const INTERVAL = 100;
const CLEAR_LINE = '\r\u001b[K';
const BAR_CELLS = 24;

function statusLine(stream: Output): StatusLine | undefined {
  if (!stream.isTTY) return undefined;
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show(text, force = false) {
      const now = performance.now();
      if (!force && now - shown < INTERVAL) return;
      shown = now;
      // A line that wraps cannot be cleared.
      stream.write(`${CLEAR_LINE}${text().slice(0, (stream.columns ?? 80) - 1)}`);
    },
    stop: () => void stream.write(CLEAR_LINE),
  };
}

function bar(share: number): string {
  const whole = Math.min(1, Math.max(0, share));
  const cells = Math.round(whole * BAR_CELLS);
  return `${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)} ${Math.floor(whole * 100)}%`;
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
