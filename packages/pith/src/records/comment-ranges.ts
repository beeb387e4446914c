import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isNamed, type NameMask, nameMask } from '../features/name-groups.js';
import { KEYWORD_GROUPS } from '../features/word-lists.js';
import { ATTR, TAG } from '../tree/names.js';
import { IS_BLOCK, meaning } from '../tree/tags.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { classOf, memoisedByClass } from './names.js';
import type { NodeRange } from './repeated.js';

/** What elements with comments are called, and what else they are called where nothing is called that. */
export const COMMENT = nameMask('comment');
export const OTHER_WORDS = nameMask('discussion');
const KEYWORD_OF_COMMENTS = 1 << KEYWORD_GROUPS.indexOf('comments');
/** Lists of the site's latest or best comments are of other pages. */
const ELSEWHERE = nameMask('popular', 'sidebar', 'related');
/**
 * Words that a part of the page with a comment in it has at least: a name and a word. Set by reading pages of `dragnet`
 * (docs/results/discussions.md).
 */
const LEAST_WORDS = 3;

/**
 * The outermost elements that are so named, or said to be one by microdata. What holds the page's title is
 * named after what it may have (`has-comments`), and so is the body.
 */
export function namedRanges(facts: PageMeasurements, names: NameMask): NodeRange[] {
  const { blocks, sums, landmarks } = facts;
  const { tree } = blocks;
  const title = landmarks.title < 0 ? -1 : blocks.node[landmarks.title]!;
  const hasItems = tree.attributeName.includes(ATTR.itemtype);
  const ranges: NodeRange[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag <= TAG.body || tag === TAG.main || sums.words[node]! < LEAST_WORDS) continue;
    if (!isNamed(facts.names, node, names) && !(hasItems && isCommentItem(facts, node))) continue;
    if ((tree.flags[node]! & UNSEEN) !== 0 || tree.contains(node, title)) continue;
    if ((meaning(tag) & IS_BLOCK) === 0 && tag < 256) continue;
    if (isNamed(facts.names, node, ELSEWHERE) && sums.proseWords[node]! * 2 < sums.proseWords[0]!) {
      node = tree.end[node]! - 1;
      continue;
    }
    ranges.push({ start: node, end: tree.end[node]! });
    node = tree.end[node]! - 1;
  }
  return ranges;
}

function isCommentItem({ blocks: { tree } }: PageMeasurements, node: number): boolean {
  const type = tree.attributeIndex(node, ATTR.itemtype);
  return type >= 0 && /\/(?:User)?Comments?$/.test(tree.attributeValue(type));
}

/**
 * A heading of more words is one of the text ("Why I leave no comments on the net"). Set by reading pages of `dragnet`
 * (docs/results/discussions.md).
 */
const HEADING_WORDS = 6;

/** Headings that are tried at most. */
const MAX_HEADINGS = 6;

/**
 * What follows each heading such as "3 comments" behind the title, for pages that name their elements otherwise. Any of
 * them may be the one: others count comments in a menu, or ask for one.
 */
export function headedRanges(facts: PageMeasurements): NodeRange[] {
  const { blocks, texts, landmarks } = facts;
  const ranges: NodeRange[] = [];
  for (let b = landmarks.title + 1; b < blocks.count && ranges.length < MAX_HEADINGS; b++) {
    if ((texts.keywords[b]! & KEYWORD_OF_COMMENTS) === 0 || blocks.words[b]! > HEADING_WORDS) continue;
    if (blocks.level[b] === 0) continue;
    const range = rangeBehind(facts, blocks.node[b]!);
    if (range !== undefined) ranges.push(range);
  }
  return ranges;
}

/** The rest of the nearest element around a heading that goes on behind it. */
function rangeBehind(
  { blocks: { tree }, sums, landmarks, blocks }: PageMeasurements,
  heading: number,
): NodeRange | undefined {
  const title = landmarks.title < 0 ? -1 : blocks.node[landmarks.title]!;
  for (let node = heading; node > 0; node = tree.parent[node]!) {
    const around = tree.parent[node]!;
    if (around <= 0 || tree.tag[around] === TAG.html) return undefined;
    const behind = { start: tree.end[node]!, end: tree.end[around]! };
    let words = 0;
    for (let n = behind.start; n < behind.end; n = tree.end[n]!) words += sums.words[n]!;
    if (words >= LEAST_WORDS * 2) return tree.contains(behind.start, title) ? undefined : behind;
  }
  return undefined;
}

const FORM_NAME =
  /(?:^|[\s_-])(?:respond|(?:comment|reply|response|kommentar)-?form|reply-title|add-?comment|new-?comment|write-?comment)(?=$|[\s_-])/i;

/** What is set among comments and is none: the best of them, other pages, a newsletter, what can be done with one. */
const OTHERS =
  /(?:^|[\s_-])(?:comment-?(?:tools|actions|controls|buttons)(?=$|[\s_-])|most-?(?:recommend|popular|read|recent|liked)|recent-?comments|latest-?comments|recommend(?:ed|ations)|related|newsletter|sponsored|outbrain|taboola)/i;

/** 1 for the nodes of forms in which a comment is written, and of what is no comment by its name. */
export function writingForms(facts: PageMeasurements, ranges: readonly NodeRange[]): Uint8Array {
  const { tree } = facts.blocks;
  const inside = new Uint8Array(tree.count);
  for (const { start, end } of ranges) {
    for (let node = start; node < end; node++) {
      const tag = tree.tag[node]!;
      if (tag <= TAG['#comment'] || inside[node] === 1) continue;
      const isForm = tag === TAG.form ? asksForText(tree, node) : isNamedOtherwise(facts, node);
      if (isForm) inside.fill(1, node, tree.end[node]!);
    }
  }
  return inside;
}

/** Whether a form is there to write in, or to sign in for that. */
function asksForText(tree: PageTree, form: number): boolean {
  const end = tree.end[form]!;
  for (let node = form; node < end; node++) {
    if (tree.tag[node] === TAG.textarea) return true;
    if (tree.tag[node] === TAG.input && tree.attribute(node, ATTR.type)?.toLowerCase() === 'password')
      return true;
  }
  return false;
}

function isNamedOtherwise(facts: PageMeasurements, node: number): boolean {
  const id = facts.blocks.tree.attribute(node, ATTR.id);
  return (id !== undefined && id.length < 100 && isOther(id)) || isOfOtherClass(facts)(node);
}

const isOther = (names: string) => names !== '' && (FORM_NAME.test(names) || OTHERS.test(names));
const isOfOtherClass = memoisedByClass((tree, node) => isOther(classOf(tree, node)));
