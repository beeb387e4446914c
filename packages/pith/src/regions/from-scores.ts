import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import type { ExtractOptions } from '../options.js';
import {
  dropMachineText,
  dropPromos,
  dropTitle,
  fillGaps,
  keepHeadings,
  settleCaptions,
  supplementFirstHeading,
} from './adjustments.js';
import { copiesOf } from './copies.js';
import { expectedF1Cut } from './expected-f1.js';
import { RegionDraft, type Regions } from './regions.js';
import { applyCorrections, applyRules } from './rules.js';
import { keepCaptions, keepUnits } from './units.js';

/**
 * Assigns a role to every block: content if its probability reaches the threshold with the best expected F1. Adjusts
 * roles by those of other blocks, then by rules and corrections. Blocks in or around comments (`comments` is 1 or 2)
 * are not content and count with probability 0 for the threshold.
 */
export function regionsFromScores(
  page: PageMeasurements,
  probability: Float32Array,
  {
    lean = 0,
    rules = {},
    corrections = {},
    include,
  }: Pick<ExtractOptions, 'lean' | 'rules' | 'corrections' | 'include'> = {},
  comments?: Uint8Array,
): Regions {
  const { blocks } = page;
  const isComment = (block: number) => comments !== undefined && comments[block] !== 0;
  const copies = copiesOf(page, probability);
  const counted = probability.map((p, b) => (copies[b] === 1 || isComment(b) ? 0 : p));
  const draft = new RegionDraft(probability, expectedF1Cut(counted, blocks.words, lean));
  for (let b = 0; b < blocks.count; b++) {
    if (isComment(b)) draft.decide(b, comments![b] === 1 ? 'comment' : 'none', 'comment');
    else if (copies[b] === 1) draft.decide(b, 'none', 'copy');
    else if (probability[b]! >= draft.cut) draft.decide(b, 'content', 'above');
  }
  fillGaps(blocks, draft);
  dropPromos(page, draft);
  dropMachineText(blocks, draft);
  keepUnits(blocks, draft);
  keepHeadings(blocks, draft);
  dropTitle(page, draft);
  supplementFirstHeading(page, draft);
  if (include?.captions === undefined) keepCaptions(blocks, draft);
  else settleCaptions(blocks, draft, include.captions);
  applyRules(blocks, draft, rules);
  applyCorrections(blocks, draft, corrections);
  return draft;
}
