/** What a confidence means, in words; it is calibrated, so the words may say so. */
const STEPS: readonly [least: number, words: string, kind: 'good' | 'fair' | 'poor'][] = [
  [0.9, 'Very likely right', 'good'],
  [0.75, 'Probably right', 'good'],
  [0.5, 'May miss a part or hold too much', 'fair'],
  [0, 'Doubtful: check it against the page', 'poor'],
];

/** The words for a confidence, and how good they are. */
export function describeConfidence(confidence: number): { words: string; kind: 'good' | 'fair' | 'poor' } {
  const [, words, kind] = STEPS.find(([least]) => confidence >= least) ?? STEPS.at(-1)!;
  return { words, kind };
}
