import { type Io, type Output, say } from './io.js';

export interface Progress {
  step(): void;
  stop(): void;
}

/** Shows a progress bar with rate and time left if the stream is a terminal and `total` is above 0. */
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
  // `done` can exceed `total`: malformed lines of a corpus are not counted beforehand.
  const left = rate > 0 ? duration(Math.max(0, total - done) / rate) : 'some time';
  return `${bar(done / total)} | ${done}/${total} pages | ${rate.toFixed(1)} pages/s | ${left} left`;
}

export interface PagesDone {
  readonly pages: number;
  /** Pages done by earlier runs. Default: those of the first call. */
  readonly before?: number;
  /** Share of the input that was read, 0 to 1; undefined if unknown. If present, a bar and the time left are shown. */
  readonly share?: number | undefined;
  readonly note?: string;
}

/** Seconds between two log lines when stderr is not a terminal. */
const LOG_INTERVAL = 30;

/** Shows the number of pages and the rate on a terminal, and logs a line every half minute elsewhere. */
export function startPageCounter(io: Io) {
  const begun = performance.now();
  const line = statusLine(io.stderr);
  let first: PagesDone | undefined;
  let logged = 0;
  return {
    show(done: PagesDone): void {
      first ??= done;
      const { pages, before = first.pages, share, note = '' } = done;
      const seconds = (performance.now() - begun) / 1000;
      const rate = ((pages - before) / Math.max(seconds, 0.001)).toFixed(1);
      const left = 'share' in done ? `${timeLeft(share, first.share, seconds)} left` : note;
      const parts = [`${pages} pages`, `${rate} pages/s`, left].filter(part => part !== '');
      const ahead = 'share' in done ? [bar(share ?? 0)] : [];
      line?.show(() => [...ahead, ...parts].join(' | '));
      if (line !== undefined || seconds - logged < LOG_INTERVAL) return;
      logged = seconds;
      void say(io, parts.join(', '));
    },
    stop: () => line?.stop(),
  };
}

/** Estimated from this run alone; `begun` is the share that earlier runs had done. */
function timeLeft(share: number | undefined, begun: number | undefined, seconds: number): string {
  if (share === undefined || begun === undefined || share <= begun) return 'some time';
  return duration((seconds * (1 - share)) / (share - begun));
}

interface StatusLine {
  /** Updates the line, at most every `INTERVAL` milliseconds unless forced. */
  show(text: () => string, force?: boolean): void;
  stop(): void;
}

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
