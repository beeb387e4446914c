export interface EvaluationProgress {
  /** Finished rows, including those of earlier runs. */
  readonly done: number;
  readonly total: number;
  readonly failures: number;
  /** Whole pages per second (all methods) since this start. */
  readonly pagesPerSecond: number;
  readonly secondsLeft?: number;
}

export class ProgressMeter {
  readonly #total: number;
  readonly #methods: number;
  readonly #resumed: number;
  readonly #listener: ((progress: EvaluationProgress) => void) | undefined;
  readonly #begun = performance.now();
  #done: number;
  #failures = 0;

  constructor(
    size: { readonly total: number; readonly resumed: number; readonly methods: number },
    listener?: (progress: EvaluationProgress) => void,
  ) {
    this.#total = size.total;
    this.#methods = size.methods;
    this.#resumed = size.resumed;
    this.#done = size.resumed;
    this.#listener = listener;
  }

  step(failed: boolean): void {
    this.#done++;
    if (failed) this.#failures++;
    this.tell();
  }

  /** Counts the rows of a page that cannot be read. */
  dropPage(results: number): void {
    this.#done += results;
    this.tell();
  }

  tell(): void {
    if (!this.#listener) return;
    const seconds = (performance.now() - this.#begun) / 1000;
    const rate = seconds > 0 ? (this.#done - this.#resumed) / seconds : 0;
    this.#listener({
      done: this.#done,
      total: this.#total,
      failures: this.#failures,
      pagesPerSecond: rate / this.#methods,
      ...(rate > 0 ? { secondsLeft: (this.#total - this.#done) / rate } : {}),
    });
  }
}
