import { type Gold, readGold } from '@webpith/lab';
import { blocksFromTree, type PageTree } from 'webpith/stages';
import type { ExtractResult } from '../../api/extract.js';
import type { PageLabel } from '../../api/labels.js';
import { decisionsOfText } from '../../extraction/by-method.js';
import { labelSetOf } from '../label-sets.js';
import { suggestedLabels } from '../suggestions.js';

/** Whose labels those are that a corpus's gold text gives. */
export const GOLD_ANNOTATOR = 'gold text';

/** The pages of a corpus folder that have a gold text, by their id. */
export async function goldOf(folder: string): Promise<ReadonlyMap<string, Gold>> {
  const golds = new Map<string, Gold>();
  for await (const { gold } of readGold(folder, { onProblem: () => {} }))
    if (gold.text?.trim()) golds.set(gold.id, gold);
  return golds;
}

/** What a gold text says of a page in the labels of a task: blocks whose words it holds are content, and all else is not. */
export function labelsOfGold(tree: PageTree, { text, title, type }: Gold, task: string): PageLabel[] {
  const set = labelSetOf(task);
  if (set === undefined || text === undefined) return [];
  const decisions = decisionsOfText(blocksFromTree(tree), text);
  const article = { title, type } as ExtractResult['article'];
  return suggestedLabels(tree, { decisions, article }, set)
    .filter(({ label }) => label !== set.rest)
    .map(({ node, label }) => ({ node, label, scope: 'node' }));
}
