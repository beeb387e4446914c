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
/** A text in more gaps of the page is a label such as "Read more". */
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
      labels ??= repeatedTexts(blocks, draft);
      if (labels.has(lettersAndDigits(texts[gap]!))) continue;
      draft.decide(gap, 'supplement', 'gap');
    }
  }
}

/** Share of the words of a list that must be kept for the rest to be added. */
const MOST_OF_LIST = 0.8;
/** Share of the threshold that the text of an item must reach. */
const ITEM_LENIENCE = 0.6;
const ITEMS: ReadonlySet<number> = new Set([TAG.li, TAG.dd]);

/**
 * Completes mostly kept lists with supplements: likely items, and the links at the end of kept items. Deeper texts are
 * excluded, since most of them are buttons and labels in the entries of a listing.
 */
export function supplementItems(blocks: Blocks, draft: RegionDraft): void {
  const { tree, count, node, words, texts } = blocks;
  if (!tree.tag.includes(TAG.li) && !tree.tag.includes(TAG.dd)) return;
  const extents = new Extents(blocks, draft);
  let labels: ReadonlySet<string> | undefined;
  const isMostlyKept = (element: number, share: number) => {
    const [start, end] = [extents.blockAt(element), extents.endOf(element)];
    return extents.keptIn(start, end) >= share * extents.wordsIn(start, end);
  };
  for (let b = 0; b < count; b++) {
    const share = draft.probability[b]! / draft.cut;
    if (share < LENIENCE || words[b]! > 2 * LONGEST_GAP || draft.isSettled(b)) continue;
    const own = node[b]!;
    const item = ITEMS.has(tree.tag[own]!) ? own : tree.parent[own]!;
    if (!ITEMS.has(tree.tag[item]!)) continue;
    const isLikely = share >= ITEM_LENIENCE && isMostlyKept(tree.parent[item]!, MOST_OF_LIST);
    const isLastLink = () => words[b]! <= LONGEST_GAP && isMostlyKept(item, 0.5) && leadsAway(blocks, b);
    if (!isLikely && !isLastLink()) continue;
    labels ??= repeatedTexts(blocks, draft);
    if (!labels.has(lettersAndDigits(texts[b]!))) draft.decide(b, 'supplement', 'item');
  }
}

/** Share of the threshold that the likeliest block of a callout must reach: less likely boxes are usually advertisements. */
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

/** The callout around a block, or -1. `isOther` marks the elements already found not to be callouts. */
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

/** Short texts with links in more than two gaps. Copies in one gap count once: they are a list, not a template. */
function repeatedTexts({ texts, words, linkWords, count }: Blocks, draft: RegionDraft): Set<string> {
  const seen = new Map<string, { gaps: number; last: number }>();
  for (let gap = 0, b = 0; b < count; b++) {
    if (draft.isKept(b)) gap = b;
    if (words[b]! > LONGEST_GAP || linkWords[b] === 0) continue;
    const text = lettersAndDigits(texts[b]!);
    const { gaps, last } = seen.get(text) ?? { gaps: 0, last: -1 };
    if (last !== gap) seen.set(text, { gaps: gaps + 1, last: gap });
  }
  return new Set([...seen.keys()].filter(text => seen.get(text)!.gaps > MOST_COPIES));
}
