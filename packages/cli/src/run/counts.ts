/** The figures of a run, as a program reads them. */
export interface RunSummary {
  readonly pages: number;
  readonly errors: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  readonly medianMs: number;
}

/** Counts pages, failures and times of a run. */
export class RunCounts {
  readonly #times: number[] = [];
  readonly #begun = performance.now();
  #errors = 0;

  page(ms: number): void {
    this.#times.push(ms);
  }

  failure(): void {
    this.#errors++;
  }

  /** Whether there were pages and none of them succeeded. */
  get allFailed(): boolean {
    return this.#errors > 0 && this.#times.length === 0;
  }

  summary(): RunSummary {
    const pages = this.#times.length + this.#errors;
    const seconds = (performance.now() - this.#begun) / 1000;
    return {
      pages,
      errors: this.#errors,
      seconds: Number(seconds.toFixed(3)),
      pagesPerSecond: seconds === 0 ? 0 : Number((pages / seconds).toFixed(1)),
      medianMs: Number(median(this.#times).toFixed(2)),
    };
  }

  /** The summary as a line for a person. */
  describe(): string {
    const { pages, errors, seconds, pagesPerSecond, medianMs } = this.summary();
    const share = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${errors} ${errors === 1 ? 'error' : 'errors'}`;
    return `${share}, ${seconds.toFixed(1)} s, ${pagesPerSecond} pages/s, median ${medianMs} ms a page`;
  }
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
