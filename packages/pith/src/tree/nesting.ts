import type { TreeBuilder } from './builder.js';
import { TAG } from './names.js';
import {
  CLOSES_PARAGRAPH,
  IS_BLOCK,
  IS_FORMATTING,
  IS_HEAD,
  IS_HEADING,
  IS_SCOPE,
  IS_TABLE_PART,
  meaning,
  tagSet,
} from './tags.js';

/**
 * Implied end tags: the parts of the standard's tree construction that affect which element contains a text. Implied
 * `tbody`, foster parenting and the reconstruction of formatting elements are omitted; the adoption agency, which moves
 * blocks out of formatting elements that end inside them, is applied to links only.
 */

/** A start tag closes the nearest open element of `ends`, unless one of `within` is nearer. */
interface Closing {
  readonly ends: readonly number[];
  readonly within: readonly number[];
}

const LIST_ITEM: Closing = { ends: [TAG.li], within: [TAG.ul, TAG.ol, TAG.menu, TAG.dir] };
const DEFINITION: Closing = { ends: [TAG.dt, TAG.dd], within: [TAG.dl] };
const CELL: Closing = { ends: [TAG.td, TAG.th], within: [TAG.tr, TAG.table] };
const ROW: Closing = { ends: [TAG.tr, TAG.caption, TAG.colgroup], within: [TAG.table] };
const ROWS: Closing = {
  ends: [TAG.thead, TAG.tbody, TAG.tfoot, TAG.caption, TAG.colgroup],
  within: [TAG.table],
};
const OPTION: Closing = { ends: [TAG.option], within: [TAG.select, TAG.datalist, TAG.optgroup] };
const GROUP: Closing = { ends: [TAG.optgroup, TAG.option], within: [TAG.select] };
const RUBY: Closing = { ends: [TAG.rt, TAG.rp, TAG.rb], within: [TAG.ruby] };
const BUTTON: Closing = { ends: [TAG.button], within: [TAG.table, TAG.td, TAG.th] };

const CLOSINGS = new Map<number, Closing>([
  [TAG.li, LIST_ITEM],
  [TAG.dt, DEFINITION],
  [TAG.dd, DEFINITION],
  [TAG.td, CELL],
  [TAG.th, CELL],
  [TAG.tr, ROW],
  [TAG.thead, ROWS],
  [TAG.tbody, ROWS],
  [TAG.tfoot, ROWS],
  [TAG.option, OPTION],
  [TAG.optgroup, GROUP],
  [TAG.rt, RUBY],
  [TAG.rp, RUBY],
  [TAG.button, BUTTON],
]);

export function closeBeforeOpening(builder: TreeBuilder, tag: number, at: number, quirks: boolean): void {
  if (!continuesHead(tag) && isInHead(builder)) leaveHead(builder, at);
  if (meaning(tag) & CLOSES_PARAGRAPH && !(quirks && tag === TAG.table)) closeThrough(builder, TAG.p, at);
  const closing = CLOSINGS.get(tag);
  if (closing !== undefined) closeMatching(builder, closing, at);
  else if (tag === TAG.a) closeOpenAnchor(builder, at);
  else if (meaning(tag) & IS_HEADING && meaning(builder.openTags[builder.depth]!) & IS_HEADING)
    builder.close(at);
}

/** A second `<html>` or `<head>` ends an unclosed head; otherwise the body would become part of the outer head. */
function continuesHead(tag: number): boolean {
  return (meaning(tag) & IS_HEAD) !== 0 && tag !== TAG.html && tag !== TAG.head;
}

export function isInHead(builder: TreeBuilder): boolean {
  const top = builder.openTags[builder.depth]!;
  return top === TAG.head || (top === TAG.noscript && builder.openTags[builder.depth - 1] === TAG.head);
}

export function leaveHead(builder: TreeBuilder, at: number): void {
  if (builder.openTags[builder.depth] === TAG.noscript) builder.close(at);
  builder.close(at);
}

export function isMisplaced(builder: TreeBuilder, tag: number): boolean {
  if ((meaning(tag) & IS_TABLE_PART) === 0) return false;
  for (let d = builder.depth; d > 0; d--) {
    const open = builder.openTags[d]!;
    if (open === TAG.table || open === TAG.template) return false;
  }
  return true;
}

const BREAKS_OUT = tagSet(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strike strong sub sup table tt u ul var',
);
/** Elements of svg and math that may contain HTML. */
const CONTAINS_HTML = new Set([
  ...[TAG.foreignobject, TAG.desc, TAG.title, TAG['annotation-xml']],
  ...[TAG.mi, TAG.mo, TAG.mn, TAG.ms, TAG.mtext],
]);

export function breakOut(builder: TreeBuilder, tag: number, at: number): boolean {
  if (!BREAKS_OUT.has(tag)) return false;
  for (let d = builder.depth; d > 0; d--) {
    const open = builder.openTags[d]!;
    if (CONTAINS_HTML.has(open)) return false;
    if (open !== TAG.svg && open !== TAG.math) continue;
    while (builder.depth >= d) builder.close(at);
    return true;
  }
  return false;
}

/** An end tag without a matching open element in scope is ignored. */
export function closeByEndTag(builder: TreeBuilder, tag: number, start: number, stop: number): void {
  // Text after </body> or </html> is still part of the body.
  if (tag === TAG.body || tag === TAG.html) return;
  const at = meaning(tag) & IS_HEADING ? findOpenHeading(builder) : findOpen(builder, tag);
  if (at < 0) return;
  if (at < builder.depth && (meaning(tag) & IS_BLOCK) === 0 && containsBlock(builder, at)) {
    if (tag === TAG.a) builder.adopt(at, start);
    else if (meaning(tag) & IS_FORMATTING) builder.closeEarly(at);
    if (meaning(tag) & IS_FORMATTING) return;
    if (!CLOSE_AROUND_BLOCKS.includes(tag)) return;
  }
  while (builder.depth > at) builder.close(start);
  builder.close(stop);
}

/**
 * Elements whose end tag closes them even if a block inside them is open. Other inline elements stay open in that case
 * (`<span><p>…</span>`).
 */
const CLOSE_AROUND_BLOCKS: readonly number[] = [
  TAG.button,
  TAG.noscript,
  TAG.svg,
  TAG.math,
  TAG.foreignobject,
];

function closeThrough(builder: TreeBuilder, tag: number, at: number): void {
  for (let d = builder.depth; d > 0; d--) {
    const open = builder.openTags[d]!;
    if (open === tag) {
      while (builder.depth >= d) builder.close(at);
      return;
    }
    // The standard stops only at a scope. Elements that close a paragraph cannot be inside one, so stop there too.
    if (meaning(open) & (IS_SCOPE | CLOSES_PARAGRAPH) || open === TAG.button) return;
  }
}

function closeMatching(builder: TreeBuilder, closing: Closing, at: number): void {
  let found = 0;
  for (let d = builder.depth; d > 0; d--) {
    const open = builder.openTags[d]!;
    if (closing.within.includes(open)) break;
    if (closing.ends.includes(open)) {
      found = d;
      break;
    }
    if (meaning(open) & IS_SCOPE && open !== TAG.td && open !== TAG.th && open !== TAG.caption) break;
    // A list item inside another block does not end the outer item (`<li><section><li>`), as in the standard.
    if (closing === LIST_ITEM && isWall(open)) break;
  }
  while (found > 0 && builder.depth >= found) builder.close(at);
}

function isWall(tag: number): boolean {
  return (meaning(tag) & IS_BLOCK) !== 0 && tag !== TAG.div && tag !== TAG.p && tag !== TAG.address;
}

/** Anchors do not nest: a second one closes the first. Blocks that are open inside it are moved behind it. */
function closeOpenAnchor(builder: TreeBuilder, at: number): void {
  const open = findOpen(builder, TAG.a);
  if (open < 0) return;
  if (containsBlock(builder, open)) builder.adopt(open, at);
  else while (builder.depth >= open) builder.close(at);
}

export function findOpen(builder: TreeBuilder, tag: number): number {
  const isTable =
    tag === TAG.table || tag === TAG.tr || tag === TAG.tbody || tag === TAG.thead || tag === TAG.tfoot;
  for (let d = builder.depth; d > 0; d--) {
    const open = builder.openTags[d]!;
    if (open === tag) return d;
    if (meaning(open) & IS_SCOPE && (!isTable || open === TAG.table || open === TAG.template)) return -1;
    if (tag === TAG.li && (open === TAG.ul || open === TAG.ol)) return -1;
  }
  return -1;
}

/** The end tag of any heading closes the open one (`<h2>…</h3>`). */
function findOpenHeading(builder: TreeBuilder): number {
  for (let d = builder.depth; d > 0; d--) {
    const bits = meaning(builder.openTags[d]!);
    if (bits & IS_HEADING) return d;
    if (bits & IS_SCOPE) return -1;
  }
  return -1;
}

function containsBlock(builder: TreeBuilder, depth: number): boolean {
  for (let d = depth + 1; d <= builder.depth; d++) if (meaning(builder.openTags[d]!) & IS_BLOCK) return true;
  return false;
}
