/** What a page's leaves are, and what is said of them. */
interface Answers {
  readonly gold: readonly number[];
  readonly said: readonly number[];
}

/** How errors stand together. */
export interface ErrorRuns {
  readonly errors: number;
  /** Errors that stand in a row with so many others at least, none right between them. */
  readonly inRunsOf: readonly { readonly length: number; readonly errors: number }[];
}

const LENGTHS = [2, 5, 10];

/** Counts errors, and those in runs: a box that is taken for another gives many at once. */
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
