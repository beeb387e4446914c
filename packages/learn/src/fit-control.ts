import { LearnError } from './errors.js';
import type { FitControl } from './estimator.js';

/** Called between the steps of a fit: reports how far it is, then throws where it was told to stop. */
export function step(control: FitControl | undefined, share: number, note: string): void {
  control?.onProgress?.(share, note);
  if (!control?.stopped?.()) return;
  throw new LearnError('stopped', `Fitting was stopped at ${Math.round(share * 100)} % (${note}).`);
}
