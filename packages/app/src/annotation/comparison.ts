/** A node that two annotators labelled differently; null for no label. */
export interface Disagreement {
  readonly page: string;
  readonly node: number;
  readonly one: string | null;
  readonly other: string | null;
}

export type Decisions = ReadonlyMap<string, string | null>;

export const decisionKey = ({ page, node }: Pick<Disagreement, 'page' | 'node'>) => `${page} ${node}`;

export function nextUndecided(
  list: readonly Disagreement[],
  decisions: Decisions,
  from: number,
): number | undefined {
  for (let step = 1; step <= list.length; step++) {
    const at = (from + step) % list.length;
    if (!decisions.has(decisionKey(list[at]!))) return at;
  }
  return undefined;
}

/** Interpretation of Cohen's κ by Landis and Koch (1977). */
export function describeKappa(kappa: number): string {
  return KAPPA_WORDS.find(([least]) => kappa >= least)![1];
}

const KAPPA_WORDS: readonly (readonly [number, string])[] = [
  [0.81, 'almost perfect'],
  [0.61, 'substantial'],
  [0.41, 'moderate'],
  [0.21, 'fair'],
  [0, 'slight'],
  [Number.NEGATIVE_INFINITY, 'poor'],
];
