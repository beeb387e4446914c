/** Figures in the paper: table 1, §4.1 and §4.3. */
export const PAPER = {
  HL: 0.909,
  FE: 0.857,
  PR: 0.601,
  TB: 0.424,
  fitness: 0.827,
  generation: 32,
  /** Single features, best first; the paper gives a figure only for the first. */
  singles: {
    anchors: '0.77, the best',
    'stop-words': 'second',
    sentences: 'third',
    'sentence-length': 'better than the ratios of tags',
    characters: 'better than the ratios of tags',
    lists: 'not far from PR',
    format: 'not far from PR',
    structure: 'not far from PR',
  } as Readonly<Record<string, string>>,
} as const;
