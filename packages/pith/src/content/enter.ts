import { ATTR, KNOWN_TAGS, TAG } from '../tree/names.js';
import { IS_BLOCK, meaning } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { BlockFrame, type Frame, LineFrame } from './assembly.js';
import { CalloutFrame, calloutKind, isCalloutTitle } from './callouts.js';
import { codeOf, isBlockCode, isCodeLabel, isCodeTable, isLineNumbers } from './code.js';
import type { CodeBlock, Heading } from './content.js';
import { isCaption, mediaBefore } from './figures.js';
import { FootnoteFrame, FootnotesFrame } from './footnotes.js';
import {
  CaptionFrame,
  DefinitionsFrame,
  DescriptionFrame,
  DetailsFrame,
  FigureFrame,
  ItemFrame,
  ListFrame,
  QuoteFrame,
} from './frames.js';
import {
  enterAbbreviation,
  enterCode,
  enterLink,
  enterMark,
  HeadingFrame,
  MARK_TAGS,
  openStyle,
} from './marks.js';
import { formulaOf, isFormulaElement } from './math.js';
import { isEmbeddedPost, lastLink } from './media.js';
import { addBackground, addCustomEmbed, addEmbed, addFormula, addPlayer } from './pass.js';
import { CellFrame, cellOf, isLayoutTable, RowFrame, TableFrame } from './tables.js';
import type { Handler, Walk } from './walk.js';

function enterBlock(walk: Walk, node: number): boolean {
  const note = walk.footnotes?.notes.get(node);
  if (note !== undefined && walk.assembly.canNest && !(walk.assembly.frame instanceof FootnoteFrame)) {
    const list = new FootnotesFrame(node);
    walk.openFrame(node, list, note.end);
    walk.openFrame(node, new FootnoteFrame(list, note), note.end);
  } else walk.openBlock(node);
  return false;
}

/** Returns a handler that opens a frame; where nothing can be nested, the element is a block. */
function nested(make: (walk: Walk, node: number) => Frame): Handler {
  return (walk, node) => {
    if (!walk.assembly.canNest) return enterBlock(walk, node);
    walk.openFrame(node, make(walk, node));
    return false;
  };
}

/** Returns a handler that opens a frame inside one of another class, and treats misplaced elements as blocks. */
function inside<P extends Frame>(
  parent: abstract new (...parameters: never[]) => P,
  make: (frame: P, walk: Walk, node: number) => Frame,
): Handler {
  return (walk, node) => {
    walk.assembly.border();
    const { frame } = walk.assembly;
    if (!(frame instanceof parent) || !walk.assembly.canNest) return enterBlock(walk, node);
    walk.openFrame(node, make(frame, walk, node));
    return false;
  };
}

function enterInline(): boolean {
  return false;
}

/** The text inside a player is a fallback for browsers without scripts. */
const enterUnknown: Handler = addCustomEmbed;

/** Longer text is not a formula. Set by hand. */
const MAX_FORMULA = 2000;

function isFormula(walk: Walk, node: number, names: string | undefined): boolean {
  return isFormulaElement(walk.tree, node, names) && walk.coverage.shownIn(node) <= MAX_FORMULA;
}

function enterSpan(walk: Walk, node: number): boolean {
  const names = walk.tree.attribute(node, ATTR.class);
  if (isFormula(walk, node, names)) return enterFormula(walk, node);
  if (names !== undefined && HANDLED_NAMES.test(names)) {
    if (openCalloutTitle(walk, node)) return false;
    if (isCodeLabel(walk.tree, node)) return true;
    const { frame } = walk.assembly;
    if (names.includes('editsection') && frame instanceof HeadingFrame) return true;
    if (names.includes('backlink') && frame instanceof FootnoteFrame) return true;
  }
  openStyle(walk, node);
  return false;
}

/** A cheap test that rules out most class names. */
const HANDLED_NAMES = /caption|syntaxhighlighter|backlink|editsection|title|heading|label|lang/;

const CAPTIONED = /(?:^|\s)wp-caption(?:$|\s)/;
const CODE_BOX = /(?:^|\s)syntaxhighlighter(?:$|\s)/;

function enterDivision(walk: Walk, node: number): boolean {
  const { tree } = walk;
  if (walk.figures.has(node)) return enterFigure(walk, node);
  if (isBlockCode(tree, node)) return enterPreformatted(walk, node);
  const names = tree.attribute(node, ATTR.class);
  if (isFormula(walk, node, names)) return enterFormula(walk, node);
  if (names !== undefined && HANDLED_NAMES.test(names)) {
    if (CAPTIONED.test(names)) return enterFigure(walk, node);
    if (isCaptionHere(walk, node)) return enterCaption(walk, node);
    if (CODE_BOX.test(names)) return enterPreformatted(walk, node);
    if (isCodeLabel(tree, node)) return true;
  }
  if (tree.attribute(node, ATTR.role) === 'heading')
    return openHeading(walk, node, Number.parseInt(tree.attribute(node, ATTR['aria-level']) ?? '2', 10));
  return enterBox(walk, node);
}

function enterBox(walk: Walk, node: number): boolean {
  const { tree, assembly } = walk;
  const kind = assembly.canNest ? calloutKind(tree, node) : undefined;
  if (kind !== undefined) {
    walk.openFrame(node, new CalloutFrame(node, kind));
    return false;
  }
  return openCalloutTitle(walk, node) ? false : enterBlock(walk, node);
}

function openCalloutTitle(walk: Walk, node: number): boolean {
  const { frame } = walk.assembly;
  if (!(frame instanceof CalloutFrame) || !frame.isEmpty) return false;
  if (!isCalloutTitle(walk.tree, node, frame.node)) return false;
  const isSupplement = walk.isSupplement(node);
  if (isSupplement) walk.supplementUntil = walk.tree.end[node]!;
  walk.openFrame(node, new LineFrame(inlines => frame.title(inlines, isSupplement)));
  return true;
}

function enterParagraph(walk: Walk, node: number): boolean {
  return isCaptionHere(walk, node) ? enterCaption(walk, node) : enterBox(walk, node);
}

/** True for an element that is named a caption, in a figure or directly behind an image. */
function isCaptionHere(walk: Walk, node: number): boolean {
  if (walk.assembly.frame instanceof FigureFrame) return isCaption(walk.tree, node);
  // Supplementary captions are in `figures` with what they describe.
  if (walk.figures.size === 0 || !isCaption(walk.tree, node)) return false;
  return walk.isSupplement(node) && mediaBefore(walk.tree, node) >= 0;
}

function enterFormula(walk: Walk, node: number): boolean {
  const { tree, assembly } = walk;
  const formula = formulaOf(tree, node, walk.kept);
  if (formula !== null) addFormula(walk, formula, node);
  if (tree.tag[tree.end[node]! - 1] === TAG['#text'] && /\s$/.test(tree.text(tree.end[node]! - 1)))
    assembly.run.gap();
  return true;
}

function enterHeading(walk: Walk, node: number): boolean {
  return openHeading(walk, node, walk.tree.tag[node]! - TAG.h1 + 1);
}

function openHeading(walk: Walk, node: number, requested: number): boolean {
  if (!walk.assembly.canNest) return enterBlock(walk, node);
  if (openCalloutTitle(walk, node)) return false;
  // Level 1 is reserved for the title.
  const level = Math.min(6, Math.max(2, requested || 2)) as Heading['level'];
  const id = headingId(walk.tree, node);
  const isSupplement = walk.isSupplement(node);
  if (isSupplement) walk.supplementUntil = walk.tree.end[node]!;
  const frame = new HeadingFrame((children, parent) => {
    parent.append({ type: 'heading', level, id, children, node, supplement: isSupplement || undefined });
  });
  walk.openFrame(node, frame);
  return false;
}

function headingId(tree: PageTree, node: number): string | undefined {
  const own = tree.attribute(node, ATTR.id);
  if (own) return own;
  for (let n = node + 1; n < tree.end[node]!; n++) {
    if (tree.tag[n] !== TAG.a && tree.tag[n] !== TAG.span) continue;
    const id = tree.attribute(n, ATTR.id) || tree.attribute(n, ATTR.name);
    if (id) return id;
  }
  return undefined;
}

function enterList(walk: Walk, node: number): boolean {
  if (!walk.assembly.canNest) return enterBlock(walk, node);
  const isNotes = walk.footnotes?.lists.has(node) === true;
  walk.openFrame(node, isNotes ? new FootnotesFrame(node) : new ListFrame(walk.tree, node));
  return false;
}

function enterItem(walk: Walk, node: number): boolean {
  walk.assembly.border();
  const { frame } = walk.assembly;
  if (!walk.assembly.canNest) return enterBlock(walk, node);
  if (frame instanceof ListFrame) walk.openFrame(node, new ItemFrame(frame, node));
  else if (frame instanceof FootnotesFrame)
    walk.openFrame(node, new FootnoteFrame(frame, noteAt(walk, node, frame)));
  else return enterBlock(walk, node);
  return false;
}

function noteAt(walk: Walk, node: number, list: FootnotesFrame) {
  const known = walk.footnotes?.notes.get(node);
  const id = walk.tree.attribute(node, ATTR.id) || `note-${node}`;
  return known ?? { id, label: list.nextLabel(), references: [], node };
}

function enterQuote(walk: Walk, node: number): boolean {
  if (calloutKind(walk.tree, node) !== undefined) return enterBox(walk, node);
  if (!walk.assembly.canNest) return enterBlock(walk, node);
  const isPost = isEmbeddedPost(walk.tree, node);
  const cite = walk.tree.attribute(node, ATTR.cite) ?? (isPost ? lastLink(walk.tree, node) : undefined);
  walk.openFrame(node, new QuoteFrame(node, cite === undefined ? undefined : walk.addresses.media(cite)));
  return false;
}

function enterPreformatted(walk: Walk, node: number): boolean {
  if (isLineNumbers(walk.tree, node)) return true;
  const isSupplement = walk.isSupplement(node);
  if (!walk.assembly.canNest) return isSupplement || enterBlock(walk, node);
  const code = codeOf(walk.tree, node, walk.kept);
  if (code === undefined) return true;
  if (isSupplement) code.supplement = true;
  walk.assembly.border();
  const { frame } = walk.assembly;
  const last = frame instanceof BlockFrame ? frame.children.at(-1) : undefined;
  if (last?.type === 'code' && continuesCode(walk.tree, last, code)) last.text += `\n${code.text}`;
  else walk.assembly.block(code);
  return true;
}

/** True if two code blocks are parts of one: siblings in one language, one of them a `<code>`, with no text between. */
function continuesCode(
  tree: PageTree,
  before: CodeBlock,
  { node, language, supplement }: CodeBlock,
): boolean {
  const first = before.node!;
  if (tree.parent[first] !== tree.parent[node!] || language !== before.language) return false;
  if (supplement !== before.supplement || !(isBlockCode(tree, first) || isBlockCode(tree, node!)))
    return false;
  for (let n = tree.end[first]!; n < node!; n++)
    if (tree.tag[n] === TAG['#text'] && tree.text(n).trim() !== '') return false;
  return true;
}

function enterCodeElement(walk: Walk, node: number): boolean {
  return isBlockCode(walk.tree, node) ? enterPreformatted(walk, node) : enterCode(walk, node);
}

function enterTable(walk: Walk, node: number): boolean {
  const { tree, assembly, coverage, switches } = walk;
  if (isCodeTable(tree, node)) return enterPreformatted(walk, node);
  const isBlock = !assembly.canNest || walk.footnotes?.lists.has(node) || isLayoutTable(tree, node, coverage);
  if (isBlock) return enterBlock(walk, node);
  if (!switches.tables) return true;
  walk.openFrame(node, new TableFrame(node));
  return false;
}

function enterTableCaption(walk: Walk, node: number): boolean {
  return !walk.switches.captions || openTableCaption(walk, node);
}

const openTableCaption = inside(TableFrame, (frame, walk, node) => {
  const isSupplement = walk.isSupplement(node);
  if (isSupplement) walk.supplementUntil = walk.tree.end[node]!;
  return new LineFrame(inlines => frame.caption(inlines, isSupplement));
});

const enterRow = inside(TableFrame, frame => new RowFrame(frame));

function enterCell(walk: Walk, node: number): boolean {
  walk.assembly.border();
  const { frame } = walk.assembly;
  if (!(frame instanceof RowFrame || frame instanceof TableFrame) || !walk.assembly.canNest)
    return enterBlock(walk, node);
  walk.openFrame(node, new CellFrame(frame, cellOf(walk.tree, node)));
  return false;
}

const openFigure = nested((_, node) => new FigureFrame(node));

function enterFigure(walk: Walk, node: number): boolean {
  openFigure(walk, node);
  addBackground(walk, node);
  return false;
}

function enterCaption(walk: Walk, node: number): boolean {
  if (!walk.switches.captions) return true;
  walk.assembly.border();
  const isSupplement = walk.isSupplement(node);
  if (walk.assembly.frame instanceof CaptionFrame) return enterBlock(walk, node);
  if (!(walk.assembly.frame instanceof FigureFrame)) reopenFigure(walk, node);
  const { frame } = walk.assembly;
  if (!(frame instanceof FigureFrame)) return isSupplement || enterBlock(walk, node);
  if (isSupplement) walk.supplementUntil = walk.tree.end[node]!;
  walk.openFrame(node, new CaptionFrame(inlines => frame.caption(inlines, isSupplement)));
  return false;
}

/** Opens the figure directly before a caption again, or one for the image there. */
function reopenFigure(walk: Walk, caption: number): void {
  const { frame, canNest } = walk.assembly;
  if (!(frame instanceof BlockFrame) || !canNest || mediaBefore(walk.tree, caption) < 0) return;
  const last = frame.children.at(-1);
  if (last?.type !== 'image' && !(last?.type === 'figure' && last.caption === undefined)) return;
  frame.children.pop();
  const figure = new FigureFrame(last.node ?? caption);
  for (const medium of last.type === 'image' ? [last] : last.media) figure.append(medium);
  walk.openFrame(caption, figure);
}

function enterDefinitions(walk: Walk, node: number): boolean {
  return walk.footnotes?.lists.has(node) ? enterBlock(walk, node) : openDefinitions(walk, node);
}

const openDefinitions = nested((_, node) => new DefinitionsFrame(node));
const enterTerm = inside(DefinitionsFrame, frame => new LineFrame(inlines => frame.term(inlines)));
const enterDescription = inside(DefinitionsFrame, frame => new DescriptionFrame(frame));
const enterDetails = nested((_, node) => new DetailsFrame(node));
const enterSummary = inside(DetailsFrame, frame => new LineFrame(inlines => frame.summary(inlines)));

function enterPlayer(walk: Walk, node: number): boolean {
  addPlayer(walk, node);
  return enterBlock(walk, node);
}

function enterFrame(walk: Walk, node: number): boolean {
  addEmbed(walk, node);
  return enterBlock(walk, node);
}

const HANDLERS: readonly (readonly [Handler, readonly number[]])[] = [
  [enterSpan, [TAG.span]],
  [enterDivision, [TAG.div]],
  [enterParagraph, [TAG.p]],
  [enterBox, [TAG.aside, TAG.section]],
  [enterLink, [TAG.a]],
  [enterMark, MARK_TAGS],
  [enterAbbreviation, [TAG.abbr, TAG.acronym]],
  [enterCodeElement, [TAG.code]],
  [enterCode, [TAG.tt, TAG.samp, TAG.kbd]],
  [enterFormula, [TAG.math, TAG['mjx-container']]],
  [enterHeading, [TAG.h1, TAG.h2, TAG.h3, TAG.h4, TAG.h5, TAG.h6]],
  [enterList, [TAG.ul, TAG.ol, TAG.menu, TAG.dir]],
  [enterItem, [TAG.li]],
  [enterQuote, [TAG.blockquote]],
  [enterPreformatted, [TAG.pre, TAG.listing, TAG.xmp, TAG.plaintext]],
  [enterTable, [TAG.table]],
  [enterTableCaption, [TAG.caption]],
  [enterRow, [TAG.tr]],
  [enterCell, [TAG.td, TAG.th]],
  [enterFigure, [TAG.figure]],
  [enterCaption, [TAG.figcaption]],
  [enterDefinitions, [TAG.dl]],
  [enterTerm, [TAG.dt]],
  [enterDescription, [TAG.dd]],
  [enterDetails, [TAG.details]],
  [enterSummary, [TAG.summary]],
  [enterPlayer, [TAG.video, TAG.audio]],
  [enterFrame, [TAG.iframe, TAG.object, TAG.embed]],
];

const BY_TAG: Handler[] = KNOWN_TAGS.names.map((_, tag) =>
  meaning(tag) & IS_BLOCK ? enterBlock : enterInline,
);
for (const [handler, tags] of HANDLERS) for (const tag of tags) BY_TAG[tag] = handler;

export function enterHandler(tag: number): Handler {
  return BY_TAG[tag] ?? enterUnknown;
}
