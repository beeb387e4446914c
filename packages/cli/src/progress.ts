import { type Io, printMessage } from './io.js';

export interface PagesDone {
  readonly pages: number;
  readonly total?: number | undefined;
  /** Pages done by earlier runs. Default: the number passed to the first call. */
  readonly before?: number | undefined;
  /** Share of the input read, 0 to 1, if it differs from `pages / total`; undefined if unknown. */
  readonly share?: number | undefined;
  readonly note?: string | undefined;
}

/** Milliseconds between two updates on a terminal, and between two log lines elsewhere. */
const UPDATE_INTERVAL = 100;
const LOG_INTERVAL = 30_000;
const CLEAR_LINE = '\r\u001b[K';
const BAR_CELLS = 24;

/** Shows a bar, the rate and the time left on a terminal, and logs a line every half minute elsewhere. */
export class PageProgress {
  readonly #begun = performance.now();
  #first: PagesDone | undefined;
  #shown: number | undefined;

  constructor(private readonly io: Io) {}

  show(done: PagesDone): void {
    this.#first ??= done;
    const { stderr } = this.io;
    const now = performance.now();
    const parts = progressParts(done, this.#first, (now - this.#begun) / 1000);
    if (!stderr.isTTY) {
      if (now - (this.#shown ?? this.#begun) < LOG_INTERVAL) return;
      void printMessage(this.io, parts.join(', '));
    } else {
      if (this.#shown !== undefined && now - this.#shown < UPDATE_INTERVAL && done.pages !== done.total)
        return;
      const share = shareOf(done);
      const line = [...(share === undefined ? [] : [bar(share)]), ...parts].join(' | ');
      // A line that wraps cannot be cleared.
      stderr.write(`${CLEAR_LINE}${line.slice(0, (stderr.columns ?? 80) - 1)}`);
    }
    this.#shown = now;
  }

  stop(): void {
    if (this.io.stderr.isTTY) this.io.stderr.write(CLEAR_LINE);
  }
}

export function progressParts(done: PagesDone, first: PagesDone, seconds: number): string[] {
  const { pages, total, before = first.pages, note } = done;
  const rate = (pages - before) / Math.max(seconds, 0.001);
  const hasEnd = total !== undefined || 'share' in done;
  return [
    total === undefined ? `${pages} pages` : `${pages}/${total} pages`,
    `${rate.toFixed(1)} pages/s`,
    ...(hasEnd ? [`${timeLeft(shareOf(done), shareOf(first), seconds)} left`] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

function shareOf({ pages, total, share }: PagesDone): number | undefined {
  return total === undefined ? share : Math.min(1, pages / Math.max(total, 1));
}

/** Time left, estimated from this run alone; `begun` is the share that earlier runs had done. */
function timeLeft(share: number | undefined, begun: number | undefined, seconds: number): string {
  if (share === undefined || begun === undefined || share <= begun) return 'some time';
  return duration((seconds * (1 - share)) / (share - begun));
}

export function bar(share: number): string {
  const cells = Math.round(share * BAR_CELLS);
  return `${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)} ${Math.floor(share * 100)}%`;
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
