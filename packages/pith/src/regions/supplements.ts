import type { Blocks } from '../blocks/blocks.js';
import { lettersAndDigits } from '../blocks/characters.js';
import { calloutKind } from '../content/callouts.js';
import { ATTR, TAG } from '../tree/names.js';
import type { RegionDraft } from './regions.js';
import { Extents } from './units.js';

// The constants of this file were set by hand.

/** In words, of all blocks between two kept ones. */
const LONGEST_GAP = 15;
/** Share of the threshold that a block must reach. */
const LENIENCE = 0.25;
/** Number of ancestors searched for the element around a gap. */
const REACH = 8;
/** Share of kept words in the innermost element around a gap. */
const MOSTLY = 0.8;
/** A text with more copies on the page is a label such as "Read more". */
const MOST_COPIES = 2;

/**
 * Adds short texts of links between kept blocks as supplements: the source of a picture, the last line of a list item.
 * Text without links was tried and rejected: most of it is ratings, prices and labels.
 */
export function supplementGaps(blocks: Blocks, draft: RegionDraft): void {
  const { tree, count, node, level, texts } = blocks;
  const extents = new Extents(blocks, draft);
  let labels: ReadonlySet<string> | undefined;
  for (let before = -1, b = 0; b < count; b++) {
    if (!draft.isKept(b)) continue;
    const from = before + 1;
    before = b;
    if (from === 0 || from === b || extents.wordsIn(from, b) > LONGEST_GAP) continue;
    let home = node[from - 1]!;
    for (let step = 0; step < REACH && !tree.contains(home, node[b]!); step++) home = tree.parent[home]!;
    const [start, end] = [extents.blockAt(home), extents.endOf(home)];
    if (end <= b || extents.keptIn(start, end) < MOSTLY * extents.wordsIn(start, end)) continue;
    for (let gap = from; gap < b; gap++) {
      if (draft.isSettled(gap) || level[gap]! > 0 || draft.probability[gap]! < LENIENCE * draft.cut) continue;
      if (!leadsAway(blocks, gap)) continue;
      labels ??= repeatedTexts(blocks);
      if (labels.has(lettersAndDigits(texts[gap]!))) continue;
      draft.decide(gap, 'supplement', 'gap');
    }
  }
}

/** Share of the threshold that the likeliest block of a callout must reach: other boxes advertise. */
const CALLOUT_LENIENCE = 0.5;
/** Number of ancestors of a text searched for a callout. */
const CALLOUT_REACH = 5;

/** Adds callouts inside kept text as supplements, and completes those that are partly kept. */
export function supplementCallouts(blocks: Blocks, draft: RegionDraft): void {
  const extents = new Extents(blocks, draft);
  const isOther = new Uint8Array(blocks.tree.count);
  for (let b = 0; b < blocks.count; ) {
    const box = draft.isSettled(b) ? -1 : calloutAround(blocks, b, isOther);
    const [from, end] = box < 0 ? [b, b + 1] : [extents.blockAt(box), extents.endOf(box)];
    if (box >= 0 && isWanted(draft, from, end) && extents.isInKeptText(box))
      for (let part = from; part < end; part++)
        if (!draft.isSettled(part)) draft.decide(part, 'supplement', 'part');
    b = Math.max(end, b + 1);
  }
}

/** The callout around a block, or -1. `isOther` remembers the elements that are none. */
function calloutAround({ tree, node }: Blocks, block: number, isOther: Uint8Array): number {
  for (let n = node[block]!, step = 0; n > 0 && step < CALLOUT_REACH; n = tree.parent[n]!, step++) {
    if (isOther[n] === 1) continue;
    if (calloutKind(tree, n) !== undefined) return n;
    isOther[n] = 1;
  }
  return -1;
}

function isWanted({ probability, cut }: RegionDraft, from: number, end: number): boolean {
  return probability.subarray(from, end).some(p => p >= CALLOUT_LENIENCE * cut);
}

/**
 * True if at least half of a block is links, one of which leaves the page; others are a table of contents or buttons.
 */
function leadsAway({ tree, first, end, words, linkWords }: Blocks, block: number): boolean {
  if (linkWords[block] === 0 || linkWords[block]! * 2 < words[block]!) return false;
  for (let text = first[block]!; text < end[block]!; text++) {
    let link = text;
    for (let step = 0; step < REACH && tree.tag[link] !== TAG.a && link > 0; step++)
      link = tree.parent[link]!;
    const href = tree.tag[link] === TAG.a ? tree.attribute(link, ATTR.href) : undefined;
    if (href !== undefined && /^(?!\s{0,9}(?:#|javascript:))/i.test(href)) return true;
  }
  return false;
}

function repeatedTexts({ texts, words, linkWords, count }: Blocks): Set<string> {
  const copies = new Map<string, number>();
  for (let b = 0; b < count; b++) {
    if (words[b]! > LONGEST_GAP || linkWords[b] === 0) continue;
    const text = lettersAndDigits(texts[b]!);
    copies.set(text, (copies.get(text) ?? 0) + 1);
  }
  return new Set([...copies.keys()].filter(text => copies.get(text)! > MOST_COPIES));
}
