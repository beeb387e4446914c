/** A node on which two annotators differ; a side without a label is null. */
export interface Disagreement {
  readonly page: string;
  readonly node: number;
  readonly one: string | null;
  readonly other: string | null;
}

/** Decisions on disagreements, by page and node. */
export type Decisions = ReadonlyMap<string, string | null>;

/** Names a disagreement. */
export const decisionKey = ({ page, node }: Pick<Disagreement, 'page' | 'node'>) => `${page} ${node}`;

/** The next disagreement behind a place that is not decided yet, going round once; undefined where all are. */
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

/** In words how well two annotators agree, by the usual reading of Cohen's κ (Landis and Koch 1977). */
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
