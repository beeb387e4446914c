import { LearnError } from './errors.js';
import type { FitControl } from './estimator.js';

/** Reports progress between steps of a fit; throws if it was stopped. */
export function step(control: FitControl | undefined, share: number, note: string): void {
  control?.onProgress?.(share, note);
  if (!control?.stopped?.()) return;
  throw new LearnError('stopped', `Fitting was stopped at ${Math.round(share * 100)} % (${note}).`);
}
