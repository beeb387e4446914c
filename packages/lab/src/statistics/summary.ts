import { mean, quantileSorted, sampleStandardDeviation } from 'simple-statistics';

export interface Summary {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
  readonly minimum: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly maximum: number;
}

export function summarise(values: readonly number[]): Summary | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => quantileSorted(sorted, share);
  return {
    count: sorted.length,
    mean: mean(sorted),
    deviation: sorted.length < 2 ? 0 : sampleStandardDeviation(sorted),
    minimum: sorted[0]!,
    lowerQuartile: at(0.25),
    median: at(0.5),
    upperQuartile: at(0.75),
    maximum: sorted.at(-1)!,
  };
}

export function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
