import type { FitControl } from '../estimator.js';
import { step } from '../fit-control.js';

export interface ScoredSubset {
  readonly columns: readonly number[];
  readonly merit: number;
}

// Minimum gain that counts as progress, as in Weka; excludes rounding.
const progress = 1e-5;

/**
 * Best-first search that adds one column at a time: always expands the best unexpanded subset, and stops after
 * `patience` expansions in a row without progress (5, as in Hall & Holmes 2003).
 */
export function bestFirstSubset(
  columns: number,
  merit: (columns: readonly number[]) => number,
  options: { readonly patience?: number; readonly enough?: number } = {},
  control?: FitControl,
): ScoredSubset {
  const { patience = 5, enough = Number.POSITIVE_INFINITY } = options;
  let best: ScoredSubset = { columns: [], merit: merit([]) };
  const open: ScoredSubset[] = [best];
  const seen = new Set<string>(['']);
  for (let stale = 0; stale < patience && best.merit < enough; ) {
    const current = open.shift();
    if (!current) break;
    step(control, stale / patience, `best ${best.merit.toFixed(4)} with ${best.columns.length} columns`);
    let better = false;
    for (const subset of extensions(current.columns, columns, seen)) {
      const found = { columns: subset, merit: merit(subset) };
      insert(open, found);
      if (found.merit <= best.merit + progress) continue;
      best = found;
      better = true;
    }
    stale = better ? 0 : stale + 1;
  }
  return best;
}

/** Unseen subsets with one more column, columns ascending. */
function extensions(columns: readonly number[], count: number, seen: Set<string>): number[][] {
  const found: number[][] = [];
  for (let column = 0; column < count; column++) {
    if (columns.includes(column)) continue;
    const subset = [...columns, column].sort((a, b) => a - b);
    const key = subset.join();
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(subset);
  }
  return found;
}

/** Inserts in descending order of merit; equals go last. */
function insert(open: ScoredSubset[], subset: ScoredSubset): void {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (open[middle]!.merit >= subset.merit) low = middle + 1;
    else high = middle;
  }
  open.splice(low, 0, subset);
}
