import type { Blocks } from '../blocks/blocks.js';
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
import { HiddenTexts } from './hidden.js';
import { RegionDraft, type Regions, ROLE } from './regions.js';
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
  const hidden = include?.hidden === true ? undefined : new HiddenTexts(blocks, b => counted[b]! >= best.cut);
  if (hidden !== undefined && hidden.words > 0) {
    const { cut } = best;
    counted = counted.map((p, b) => (p >= cut && hidden.hides(b) ? 0 : p));
    best = expectedF1Cut(counted, blocks.words, lean);
  }
  const draft = new RegionDraft(probability, best, hidden);
  for (let b = 0; b < blocks.count; b++) {
    if (isComment(b)) draft.decide(b, comments![b] === 1 ? 'comment' : 'none', 'comment');
    else if (copies[b] === 1) draft.decide(b, 'none', 'copy');
    else if (probability[b]! >= draft.cut) draft.decide(b, 'content', 'above');
  }
  dropHidden(blocks, draft, hidden);
  fillGaps(blocks, draft);
  dropPromos(page, draft);
  dropMachineText(blocks, draft);
  keepUnits(blocks, draft);
  keepHeadings(blocks, draft);
  dropTitle(page, draft);
  supplementFirstHeading(page, draft);
  if (include?.captions === undefined) keepCaptions(blocks, draft);
  else settleCaptions(blocks, draft, include.captions);
  dropHidden(blocks, draft, hidden);
  applyRules(blocks, draft, rules);
  applyCorrections(blocks, draft, corrections);
  return draft;
}

function dropHidden(blocks: Blocks, draft: RegionDraft, hidden: HiddenTexts | undefined): void {
  if (hidden === undefined) return;
  for (let b = 0; b < blocks.count; b++) {
    const isIn = draft.role[b] === ROLE.content || draft.role[b] === ROLE.supplement;
    if (isIn && hidden.hides(b)) draft.decide(b, 'none', 'hidden');
  }
}
