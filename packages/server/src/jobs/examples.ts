import type { Store } from '@webpith/store';
import { LABEL_SETS } from '../annotation/label-sets.js';
import { type LabelledExample, labelledExamples } from '../annotation/labelled-pages.js';
import type { TrainResult } from '../api/jobs.js';
import { Problem } from '../problem.js';

/** The pages of a corpus that something can be learned from, and those that are passed over, each with the reason. */
export async function examplesToLearn(
  store: Store,
  corpus: string,
  annotator: string | undefined,
): Promise<{ readonly examples: LabelledExample[]; readonly skipped: TrainResult['skipped'] }> {
  const all = await examplesOf(store, corpus, annotator);
  const isEmpty = ({ labels }: LabelledExample) =>
    Object.keys(labels.nodes).length === 0 || isAllRest(labels);
  const examples = all.filter(example => !isEmpty(example));
  const skipped = all.filter(isEmpty).map(({ page: { id, title, url } }) => ({
    page: id,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    reason: 'nothing on it is labelled as content',
  }));
  if (examples.length > 0) return { examples, skipped };
  const names = skipped.map(({ title, page }) => `“${title ?? page}”`).slice(0, 5);
  throw new Problem(
    'unprocessable',
    `expected a page with content in ${corpus}, but nothing is labelled as content on ${names.join(', ')}`,
    'Label what is content there, or take them out of the corpus.',
  );
}

/** What leaves are on a page of which nobody said anything. */
const REST: ReadonlySet<string> = new Set(LABEL_SETS.flatMap(({ rest }) => rest ?? []));

/** Whether all that is said of a page is that it is nothing. */
function isAllRest({ nodes }: LabelledExample['labels']): boolean {
  return Object.values(nodes).every(label => REST.has(label));
}

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
