interface Answers {
  readonly gold: readonly number[];
  readonly said: readonly number[];
}

/** Errors and how many of them are adjacent. */
export interface ErrorRuns {
  readonly errors: number;
  /** Errors in uninterrupted runs of at least `length`. */
  readonly inRunsOf: readonly { readonly length: number; readonly errors: number }[];
}

const LENGTHS = [2, 5, 10];

/** Counts errors, and those in runs: a misclassified box causes many errors at once. */
export function errorRuns(pages: readonly Answers[]): ErrorRuns {
  const runs = pages.flatMap(({ gold, said }) => {
    const found: number[] = [];
    let run = 0;
    for (let i = 0; i <= gold.length; i++) {
      if (i < gold.length && gold[i] !== said[i]) run++;
      else if (run > 0) {
        found.push(run);
        run = 0;
      }
    }
    return found;
  });
  const sum = (lengths: readonly number[]) => lengths.reduce((a, b) => a + b, 0);
  return {
    errors: sum(runs),
    inRunsOf: LENGTHS.map(length => ({ length, errors: sum(runs.filter(run => run >= length)) })),
  };
}
