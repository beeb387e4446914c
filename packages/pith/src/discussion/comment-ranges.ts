import { ByClass, isNamed, type NameMask, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { KEYWORD_GROUPS } from '../features/word-lists.js';
import type { NodeRange } from '../groups/group.js';
import { ATTR, TAG } from '../tree/names.js';
import { IS_BLOCK, meaning } from '../tree/tags.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';

export const COMMENT = nameMask('comment');
export const OTHER_WORDS = nameMask('discussion');
const KEYWORD_OF_COMMENTS = 1 << KEYWORD_GROUPS.indexOf('comments');
/** Names of lists of the latest or best comments, which belong to other pages. */
const ELSEWHERE = nameMask('popular', 'sidebar', 'related');
/** Minimum words of a comment region. Set by hand on `dragnet` (docs/results/discussions.md). */
const LEAST_WORDS = 3;

/**
 * Outermost elements with one of the names or a microdata type of comments. Skips the body and elements around the
 * title, which may be named after a feature of the page (`has-comments`).
 */
export function namedRanges(page: Page, names: NameMask): NodeRange[] {
  const { blocks, sums, landmarks } = page;
  const { tree } = blocks;
  const title = landmarks.title < 0 ? -1 : blocks.node[landmarks.title]!;
  const hasItems = tree.attributeName.includes(ATTR.itemtype);
  const ranges: NodeRange[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag <= TAG.body || tag === TAG.main || sums.words[node]! < LEAST_WORDS) continue;
    if (!isNamed(page.names, node, names) && !(hasItems && isCommentItem(page, node))) continue;
    if ((tree.flags[node]! & UNSEEN) !== 0 || tree.contains(node, title)) continue;
    if ((meaning(tag) & IS_BLOCK) === 0 && tag < 256) continue;
    if (isNamed(page.names, node, ELSEWHERE) && sums.proseWords[node]! * 2 < sums.proseWords[0]!) {
      node = tree.end[node]! - 1;
      continue;
    }
    ranges.push({ start: node, end: tree.end[node]! });
    node = tree.end[node]! - 1;
  }
  return ranges;
}

function isCommentItem({ blocks: { tree } }: Page, node: number): boolean {
  const type = tree.attributeIndex(node, ATTR.itemtype);
  return type >= 0 && /\/(?:User)?Comments?$/.test(tree.attributeValue(type));
}

/**
 * Longer headings belong to the text: "Why I leave no comments on the net". Set by hand on `dragnet`
 * (docs/results/discussions.md).
 */
const HEADING_WORDS = 6;

const MAX_HEADINGS = 6;

/** The siblings after each heading such as "3 comments" below the title, for pages without class names of comments. */
export function headedRanges(page: Page): NodeRange[] {
  const { blocks, texts, landmarks } = page;
  const ranges: NodeRange[] = [];
  for (let b = landmarks.title + 1; b < blocks.count && ranges.length < MAX_HEADINGS; b++) {
    if ((texts.keywords[b]! & KEYWORD_OF_COMMENTS) === 0 || blocks.words[b]! > HEADING_WORDS) continue;
    if (blocks.level[b] === 0) continue;
    const range = rangeAfter(page, blocks.node[b]!);
    if (range !== undefined) ranges.push(range);
  }
  return ranges;
}

/** The siblings after the heading, or after the nearest ancestor followed by enough words. */
function rangeAfter(
  { blocks: { tree }, sums, landmarks, blocks }: Page,
  heading: number,
): NodeRange | undefined {
  const title = landmarks.title < 0 ? -1 : blocks.node[landmarks.title]!;
  for (let node = heading; node > 0; node = tree.parent[node]!) {
    const around = tree.parent[node]!;
    if (around <= 0 || tree.tag[around] === TAG.html) return undefined;
    const after = { start: tree.end[node]!, end: tree.end[around]! };
    let words = 0;
    for (let n = after.start; n < after.end; n = tree.end[n]!) words += sums.words[n]!;
    if (words >= LEAST_WORDS * 2) return tree.contains(after.start, title) ? undefined : after;
  }
  return undefined;
}

const FORM_NAME =
  /(?:^|[\s_-])(?:respond|(?:comment|reply|response|kommentar)-?form|reply-title|add-?comment|new-?comment|write-?comment)(?=$|[\s_-])/i;

/** Names of other parts among comments: highlights, links to other pages, newsletters, actions. */
const OTHERS =
  /(?:^|[\s_-])(?:comment-?(?:tools|actions|controls|buttons)(?=$|[\s_-])|most-?(?:recommend|popular|read|recent|liked)|recent-?comments|latest-?comments|recommend(?:ed|ations)|related|newsletter|sponsored|outbrain|taboola)/i;

/** 1 for the nodes of comment forms and other parts that are not comments. */
export function commentForms({ tree }: Page, ranges: readonly NodeRange[]): Uint8Array {
  const inside = new Uint8Array(tree.count);
  const isOtherClass = new ByClass(tree, isOther);
  for (const { start, end } of ranges) {
    for (let node = start; node < end; node++) {
      const tag = tree.tag[node]!;
      if (tag <= TAG['#comment'] || inside[node] === 1) continue;
      const id = tree.attribute(node, ATTR.id) ?? '';
      const isNamedSo = (id.length < 100 && isOther(id)) || isOtherClass.at(node);
      const isForm = tag === TAG.form ? hasTextField(tree, node) : isNamedSo;
      if (isForm) inside.fill(1, node, tree.end[node]!);
    }
  }
  return inside;
}

function hasTextField(tree: PageTree, form: number): boolean {
  const end = tree.end[form]!;
  for (let node = form; node < end; node++) {
    if (tree.tag[node] === TAG.textarea) return true;
    if (tree.tag[node] === TAG.input && tree.attribute(node, ATTR.type)?.toLowerCase() === 'password')
      return true;
  }
  return false;
}

function isOther(names: string): boolean {
  return names !== '' && (FORM_NAME.test(names) || OTHERS.test(names));
}
