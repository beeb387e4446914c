import type { Store } from '@webpith/store';
import { type LabelledExample, labelledExamples } from '../annotation/labelled-pages.js';
import { Problem } from '../problem.js';

/** The labelled pages of a corpus; a problem where there are none. */
export async function examplesOf(
  store: Store,
  corpus: string,
  annotator: string | undefined,
): Promise<LabelledExample[]> {
  const examples: LabelledExample[] = [];
  for await (const example of labelledExamples({ store }, corpus, annotator)) examples.push(example);
  if (examples.length > 0) return examples;
  const whose = annotator === undefined ? '' : ` by ${annotator}`;
  throw new Problem(
    'unprocessable',
    `expected labelled pages${whose} in ${corpus}, got none`,
    'Label some pages first: three suffice.',
  );
}
