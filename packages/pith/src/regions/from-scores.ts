import type { Blocks } from '../blocks/blocks.js';
import type { Page } from '../features/page.js';
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
import { findCopies } from './copies.js';
import { expectedF1Cut } from './expected-f1.js';
import { HiddenTexts } from './hidden.js';
import { RegionDraft, type Regions, ROLE } from './regions.js';
import { applyCorrections, applyRules } from './rules.js';
import { supplementCallouts, supplementGaps, supplementItems } from './supplements.js';
import { keepCaptions, keepUnits } from './units.js';

/** Findings of the stage `kind`, which reads a draft of the regions. */
export interface KindOfText {
  readonly draft?: Regions | undefined;
  /** 1 for blocks in comments, 2 for blocks around them. */
  readonly comments?: Uint8Array | undefined;
  /** True if the page consists of posts. */
  readonly hasPosts?: boolean | undefined;
}

/**
 * Assigns a role to every block: content if its probability reaches the threshold with the best expected F1. Adjusts
 * roles by those of other blocks, then by rules and corrections. Blocks in or around comments are not content and count
 * with probability 0 for the threshold, nor is text that readers cannot see.
 */
export function regionsFromScores(
  page: Page,
  probability: Float32Array,
  {
    lean = 0,
    rules = {},
    corrections = {},
    include,
  }: Pick<ExtractOptions, 'lean' | 'rules' | 'corrections' | 'include'> = {},
  { draft, comments, hasPosts }: KindOfText = {},
): Regions {
  const { blocks } = page;
  const cutOptions = { lean, areIndependent: hasPosts };
  const isComment = (block: number) => comments !== undefined && comments[block] !== 0;
  // Pages with comments go through this stage twice, often with the same probabilities.
  const copies = draft?.probability === probability ? draft.copies : findCopies(page, probability);
  const isOut = (block: number) => copies[block] === 1 || isComment(block);
  let counted = probability.map((p, b) => (isOut(b) ? 0 : p));
  let best = expectedF1Cut(counted, blocks.words, cutOptions);
  const hidden = include?.hidden === true ? undefined : new HiddenTexts(page, b => counted[b]! >= best.cut);
  if (hidden !== undefined && hidden.words > 0) {
    const { cut } = best;
    counted = counted.map((p, b) => (p >= cut && hidden.hides(b) ? 0 : p));
    best = expectedF1Cut(counted, blocks.words, cutOptions);
  }
  const regions = new RegionDraft(probability, best, copies, hidden);
  for (let b = 0; b < blocks.count; b++) {
    if (isComment(b)) regions.decide(b, comments![b] === 1 ? 'comment' : 'none', 'comment');
    else if (copies[b] === 1) regions.decide(b, 'none', 'copy');
    else if (probability[b]! >= regions.cut) regions.decide(b, 'content', 'above');
  }
  dropHidden(blocks, regions, hidden);
  fillGaps(blocks, regions);
  dropPromos(page, regions);
  dropMachineText(blocks, regions);
  keepUnits(blocks, regions);
  keepHeadings(blocks, regions);
  dropTitle(page, regions);
  supplementFirstHeading(page, regions);
  supplementCallouts(blocks, regions);
  supplementGaps(blocks, regions);
  supplementItems(blocks, regions);
  if (include?.captions === undefined) keepCaptions(blocks, regions);
  else settleCaptions(blocks, regions, include.captions);
  dropHidden(blocks, regions, hidden);
  applyRules(blocks, regions, rules);
  applyCorrections(blocks, regions, corrections);
  return regions;
}

function dropHidden(blocks: Blocks, draft: RegionDraft, hidden: HiddenTexts | undefined): void {
  if (hidden === undefined) return;
  for (let b = 0; b < blocks.count; b++) {
    const isIn = draft.role[b] === ROLE.content || draft.role[b] === ROLE.supplement;
    if (isIn && hidden.hides(b)) draft.decide(b, 'none', 'hidden');
  }
}
