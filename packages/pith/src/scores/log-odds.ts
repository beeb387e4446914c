/** The furthest log-odds that are told: beyond it a probability is as good as 0 or 1. */
const FURTHEST = 15;

/** The log-odds of a probability. */
export function logOdds(probability: number): number {
  const odds = Math.log(probability / (1 - probability));
  return Math.min(FURTHEST, Math.max(-FURTHEST, odds));
}

/** The probability of log-odds. */
export function probabilityOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
