import { type Blocks, KIND } from '../blocks/blocks.js';
import { lettersAndDigits } from '../blocks/characters.js';
import { calloutKind } from '../content/callouts.js';
import { classOf, isNamed, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { IN_ANCHOR } from '../tree/tree.js';
import { type RegionDraft, ROLE } from './regions.js';

// The constants of this file were set by hand.

/** Share of the threshold that a block between kept ones must reach. */
const GAP_LENIENCE = 0.5;
const LONGEST_FILLED = 15;

/**
 * Keeps a short block if the blocks before and after it are kept siblings: a stray caption, a one-word line of a poem.
 */
export function fillGaps(blocks: Blocks, draft: RegionDraft): void {
  const { parent } = blocks.tree;
  for (let b = 1; b + 1 < blocks.count; b++) {
    if (
      draft.isSettled(b) ||
      blocks.words[b]! > LONGEST_FILLED ||
      draft.probability[b]! < draft.cut * GAP_LENIENCE
    )
      continue;
    if (!draft.isKept(b - 1) || !draft.isKept(b + 1)) continue;
    const home = parent[blocks.node[b]!];
    if (parent[blocks.node[b - 1]!] !== home || parent[blocks.node[b + 1]!] !== home) continue;
    draft.decide(b, 'content', 'amid');
  }
}

/** A class that names the look of a heading, not a box: `h2-related`. */
const HEADING_STYLE = /(?:^|\s)h[1-6]-/;
const PROMO = nameMask('newsletter', 'ad', 'promo', 'share', 'related');
/** Larger boxes may contain most of the page. */
const MOST_BOX_WORDS = 80;
/** Likelier blocks are kept despite the name of their box. */
const SURE_CONTENT = 0.7;
const MOST_STEPS_TO_BOX = 4;
/** Minimum share of the page's prose beside the box in its parent: such a box interrupts an article. */
const PROSE_BESIDE = 0.5;

/** A short box named for ratings is a form; a longer one is a review. */
const RATING = nameMask('review');
const MOST_RATING_WORDS = 8;

/** Drops less likely blocks in small boxes with a promotional name, unless they are most of what is kept. */
export function dropPromos({ blocks, names, sums }: Page, draft: RegionDraft): void {
  const { parent } = blocks.tree;
  const promos: number[] = [];
  for (let b = 0; b < blocks.count; b++) {
    if (!draft.isKept(b) || draft.probability[b]! >= SURE_CONTENT) continue;
    for (
      let node = blocks.node[b]!, step = 0;
      node > 0 && step < MOST_STEPS_TO_BOX;
      node = parent[node]!, step++
    ) {
      if (sums.words[node]! > MOST_BOX_WORDS || calloutKind(blocks.tree, node) !== undefined) break;
      const isRating = sums.words[node]! <= MOST_RATING_WORDS && isNamed(names, node, RATING);
      if (!isRating && !isNamed(names, node, PROMO) && blocks.tree.tagName(node) !== 'amp-ad') continue;
      if (HEADING_STYLE.test(classOf(blocks.tree, node))) continue;
      const beside = sums.proseWords[parent[node]!]! - sums.proseWords[node]!;
      if (beside < PROSE_BESIDE * sums.proseWords[0]!) break;
      promos.push(b);
      break;
    }
  }
  dropUnlessMost(blocks, draft, promos, 'promo');
}

/** A rule never drops more than half of the kept words. */
function dropUnlessMost(
  { words, count }: Blocks,
  draft: RegionDraft,
  dropped: readonly number[],
  reason: 'promo' | 'machine',
): void {
  if (dropped.length === 0) return;
  let kept = 0;
  for (let b = 0; b < count; b++) if (draft.isKept(b)) kept += words[b]!;
  const lost = dropped.reduce((sum, b) => sum + words[b]!, 0);
  if (lost * 2 <= kept) for (const b of dropped) draft.decide(b, 'none', reason);
}

/** Longer texts contain more than shortcodes. */
const LONGEST_SHORTCODES = 2_000;
/** A text with nothing but shortcodes of a page builder: `[vc_row full_width="yes"]`, `[/et_pb_section]`. */
const SHORTCODES = /^(?:\[\/?[a-z][\w-]{1,40}(?:\s[^[\]]{0,500})?\]\s{0,3}){1,40}$/;
/** Excludes notes in brackets: an attribute, an underscore in the name, or an end tag. */
const SHORTCODE_SYNTAX = /\[\/|\[\w{0,40}_|="/;

/** Drops page builder shortcodes that were not rendered. */
export function dropMachineText({ texts, count }: Blocks, draft: RegionDraft): void {
  for (let b = 0; b < count; b++) {
    const text = texts[b]!;
    if (!draft.isKept(b) || text.charCodeAt(0) !== BRACKET || text.length > LONGEST_SHORTCODES) continue;
    if (SHORTCODE_SYNTAX.test(text) && SHORTCODES.test(text)) draft.decide(b, 'none', 'machine');
  }
}

const BRACKET = '['.charCodeAt(0);

/** Share of the threshold that a heading of kept text must reach. */
const HEADING_LENIENCE = 0.35;
/** Share of a section's words that must be kept for its heading to be kept. */
const MOST_OF_SECTION = 0.7;
const LONGEST_SECTION = 40;

/**
 * Keeps headings of sections that are kept. The reverse, dropping headings of dropped sections, was tried and rejected:
 * in listings the heading is the entry (-0.018 F1 there, no gain elsewhere).
 */
export function keepHeadings(blocks: Blocks, draft: RegionDraft): void {
  // From the end, so that decisions on subheadings come first.
  for (let b = blocks.count - 1; b >= 0; b--) {
    if (blocks.level[b] === 0 || draft.isSettled(b) || draft.probability[b]! < draft.cut * HEADING_LENIENCE)
      continue;
    if (isMostlyKept(blocks, draft, b)) draft.decide(b, 'content', 'heading');
  }
}

/** Adds the last heading before the text as a supplement, if its section is kept: models take it for a title. */
export function supplementFirstHeading({ blocks, landmarks }: Page, draft: RegionDraft): void {
  const first = draft.role.indexOf(ROLE.content);
  const title = landmarks.title < first ? landmarks.title : 0;
  for (let b = first - 1; b >= Math.max(0, first - LONGEST_LEAD, title); b--) {
    if (blocks.level[b] === 0) continue;
    const isOwn = !draft.isSettled(b) && (blocks.flags[b]! & IN_ANCHOR) === 0;
    if (isOwn && isMostlyKept(blocks, draft, b)) draft.decide(b, 'supplement', 'lead');
    return;
  }
}

function isMostlyKept(blocks: Blocks, draft: RegionDraft, heading: number): boolean {
  const level = blocks.level[heading]!;
  const end = Math.min(blocks.count, heading + 1 + LONGEST_SECTION);
  let words = 0;
  let kept = 0;
  for (let b = heading + 1; b < end; b++) {
    if (blocks.level[b]! > 0 && blocks.level[b]! <= level) break;
    words += blocks.words[b]!;
    if (draft.isKept(b)) kept += blocks.words[b]!;
  }
  return kept > 0 && kept >= words * MOST_OF_SECTION;
}

/**
 * Drops the heading that repeats the page's title: outputs print the title on request. It stays if nothing else is
 * kept. A heading that was not kept is marked too if text follows: images between the two belong to the article.
 */
export function dropTitle({ blocks, landmarks, hints }: Page, draft: RegionDraft): void {
  const heading = landmarks.title;
  if (heading < 0 || hints.title === undefined || isAmidText(blocks, draft, heading)) return;
  const isOver = draft.isKept(heading)
    ? draft.role.some((role, b) => role === ROLE.content && b !== heading)
    : !draft.isSettled(heading) && isFollowed(draft, heading);
  if (isOver && lettersAndDigits(blocks.texts[heading]!) === lettersAndDigits(hints.title))
    draft.decide(heading, 'none', 'title');
}

/** If more words than this are kept before a heading equal to the title, the heading belongs to a section. */
const MOST_BEFORE_TITLE = 40;

function isAmidText({ words }: Blocks, draft: RegionDraft, heading: number): boolean {
  let before = 0;
  for (let b = 0; b < heading && before <= MOST_BEFORE_TITLE; b++) if (draft.isKept(b)) before += words[b]!;
  return before > MOST_BEFORE_TITLE;
}

/** Maximum number of blocks between title and text: byline, date, share buttons. */
const LONGEST_LEAD = 12;

function isFollowed({ role }: RegionDraft, heading: number): boolean {
  return role.subarray(heading + 1, heading + 1 + LONGEST_LEAD).includes(ROLE.content);
}

const CAPTION_REACH = 4;

/** Drops all captions, or keeps those with kept blocks nearby on both sides. */
export function settleCaptions(blocks: Blocks, draft: RegionDraft, include: boolean): void {
  for (let b = 0; b < blocks.count; b++) {
    if (blocks.kind[b] !== KIND.caption) continue;
    if (!include) draft.decide(b, 'none', 'no captions');
    else if (!draft.isSettled(b) && keptNear(blocks, draft, b, -1) && keptNear(blocks, draft, b, 1)) {
      draft.decide(b, 'content', 'caption');
    }
  }
}

function keptNear(blocks: Blocks, draft: RegionDraft, caption: number, step: 1 | -1): boolean {
  for (
    let b = caption + step, seen = 0;
    b >= 0 && b < blocks.count && seen < CAPTION_REACH;
    b += step, seen++
  ) {
    if (draft.isKept(b)) return true;
  }
  return false;
}
