import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import type { ExtractOptions } from '../options.js';
import {
  dropMachineText,
  dropPromos,
  dropTitle,
  fillGaps,
  keepHeadings,
  settleCaptions,
} from './adjustments.js';
import { copiesOf } from './copies.js';
import { expectedF1Cut } from './expected-f1.js';
import { hiddenTexts, isHiddenBlock, wordsLeftOut } from './hidden.js';
import { RegionDraft, type Regions } from './regions.js';
import { applyCorrections, applyRules } from './rules.js';
import { keepCaptions, keepUnits } from './units.js';

/**
 * Assigns a role to every block: content if its probability reaches the threshold with the best expected F1. Adjusts
 * roles by those of other blocks, then by rules and corrections. Blocks in or around comments (`comments` is 1 or 2)
 * are not content and count with probability 0 for the threshold, nor is text that readers cannot see.
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
  const isOut = (block: number) => copies[block] === 1 || isComment(block);
  let counted = probability.map((p, b) => (isOut(b) ? 0 : p));
  let best = expectedF1Cut(counted, blocks.words, lean);
  const hidden = include?.hidden === true ? undefined : hiddenTexts(blocks, b => counted[b]! >= best.cut);
  let hiddenWords = 0;
  const isHidden = (block: number) => hidden !== undefined && isHiddenBlock(blocks, hidden, block);
  if (hidden !== undefined) {
    hiddenWords = wordsLeftOut(blocks, hidden, b => counted[b]! >= best.cut);
    counted = counted.map((p, b) => (p > 0 && isHidden(b) ? 0 : p));
    best = expectedF1Cut(counted, blocks.words, lean);
  }
  const draft = new RegionDraft(probability, best, { hidden, hiddenWords });
  for (let b = 0; b < blocks.count; b++) {
    if (isComment(b)) draft.decide(b, comments![b] === 1 ? 'comment' : 'none', 'comment');
    else if (copies[b] === 1) draft.decide(b, 'none', 'copy');
    else if (isHidden(b)) draft.decide(b, 'none', 'hidden');
    else if (probability[b]! >= draft.cut) draft.decide(b, 'content', 'above');
  }
  fillGaps(blocks, draft);
  dropPromos(page, draft);
  dropMachineText(blocks, draft);
  keepUnits(blocks, draft);
  keepHeadings(blocks, draft);
  dropTitle(page, draft);
  if (include?.captions === undefined) keepCaptions(blocks, draft);
  else settleCaptions(blocks, draft, include.captions);
  applyRules(blocks, draft, rules);
  applyCorrections(blocks, draft, corrections);
  return draft;
}
