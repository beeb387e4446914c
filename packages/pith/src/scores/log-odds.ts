/** Log-odds are clamped to ±this; beyond it a probability is practically 0 or 1. */
const FURTHEST = 15;

export function logOdds(probability: number): number {
  const odds = Math.log(probability / (1 - probability));
  return Math.min(FURTHEST, Math.max(-FURTHEST, odds));
}

export function probabilityOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
