import { ATTR, KNOWN_TAGS, TAG } from '../tree/names.js';
import { tagSet } from '../tree/tags.js';
import { blockAround, HIDDEN, IN_NOSCRIPT, type PageTree } from '../tree/tree.js';
import type { Image, MathFormula } from './content.js';
import { FigureFrame, ItemFrame } from './frames.js';
import { backgroundImageOf, imageOf, isPictureFile, versionlessName } from './images.js';
import { linkMark } from './marks.js';
import { formulaOf, formulaOfImage, formulaOfScript, isFormulaElement } from './math.js';
import { customEmbedOf, embedOf, playerOf } from './media.js';
import { CellFrame, cellOf, RowFrame } from './tables.js';
import type { Handler, Walk } from './walk.js';

export function addFormula(walk: Walk, formula: MathFormula, node: number): void {
  if (formula.display && walk.assembly.canNest && !walk.isSupplement(node)) walk.assembly.block(formula);
  else walk.assembly.atom(formula, node);
}

export function addPlayer(walk: Walk, node: number): void {
  const player = walk.switches.images ? playerOf(walk.tree, node, walk.addresses) : undefined;
  if (player !== undefined) walk.assembly.block(player);
}

export function addEmbed(walk: Walk, node: number): void {
  const embed = walk.switches.images ? embedOf(walk.tree, node, walk.addresses) : undefined;
  if (embed !== undefined) walk.assembly.block(embed);
}

export function addCustomEmbed(walk: Walk, node: number): boolean {
  const embed = walk.switches.images ? customEmbedOf(walk.tree, node) : undefined;
  if (embed !== undefined) walk.assembly.block(embed);
  return embed !== undefined;
}

function addImage(walk: Walk, node: number): void {
  const { tree, switches } = walk;
  const formula = formulaOfImage(tree, node);
  if (formula !== null) {
    addFormula(walk, formula, node);
    return;
  }
  if (!switches.images || tree.flags[node]! & HIDDEN) return;
  placeImage(walk, imageOf(tree, node, walk.addresses));
}

export function addBackground(walk: Walk, node: number): void {
  if (walk.switches.images && (walk.tree.flags[node]! & HIDDEN) === 0)
    placeImage(walk, backgroundImageOf(walk.tree, node, walk.addresses));
}

function placeImage(walk: Walk, image: Image | undefined): void {
  const node = image?.node;
  if (image === undefined || node === undefined) return;
  const last = walk.lastImage;
  if (last !== undefined && isSameImage(walk, last, image)) {
    if (walk.tree.flags[node]! & IN_NOSCRIPT && isPreview(walk, last)) last.src = image.src;
    return;
  }
  walk.lastImage = image;
  walk.assembly.atom(image, node);
}

function isPreview({ tree, addresses }: Walk, { src, node }: Image): boolean {
  return addresses.media(tree.attribute(node!, ATTR.src) ?? '') === src;
}

/** Maximum distance in nodes between a lazy image and its `<noscript>` copy. Set by hand. */
const TWIN_DISTANCE = 12;

/** True for a lazy image and its `<noscript>` copy, a thumbnail and its large version, two resolutions of a file. */
function isSameImage(walk: Walk, last: Image, image: Image): boolean {
  const { tree } = walk;
  const [before, node] = [last.node!, image.node!];
  if (walk.coverage.keptBetween(before, node) > 0) return false;
  const oneInNoscript = ((tree.flags[node]! ^ tree.flags[before]!) & IN_NOSCRIPT) !== 0;
  if (oneInNoscript && node - before <= TWIN_DISTANCE) return true;
  if (areInOwnLines(tree, before, node)) return false;
  if (last.src === image.src) return true;
  const name = versionlessName(image.src);
  return name !== '' && name === versionlessName(last.src);
}

const LINES = tagSet('p li td th dd dt');

/** True for images in two paragraphs, items or cells: authors show an image again, while pages double it in place. */
function areInOwnLines(tree: PageTree, before: number, node: number): boolean {
  const [first, second] = [blockAround(tree, before), blockAround(tree, node)];
  return first !== second && LINES.has(tree.tag[first]!) && LINES.has(tree.tag[second]!);
}

function passBreak(walk: Walk): boolean {
  walk.assembly.run.lineBreak();
  return true;
}

function passRule(walk: Walk, node: number): boolean {
  if (walk.assembly.canNest && isAmongKept(walk, node)) walk.assembly.block({ type: 'rule', node });
  else walk.assembly.border();
  return true;
}

/** Keeps cells without text, so that columns stay aligned and images are not lost. */
function passCell(walk: Walk, node: number): boolean {
  const { assembly } = walk;
  assembly.border();
  const { frame } = assembly;
  if (!(frame instanceof RowFrame) || !assembly.canNest) return passElement(walk, node);
  assembly.open(new CellFrame(frame, cellOf(walk.tree, node)));
  passElement(walk, node);
  assembly.close();
  return true;
}

function passInput(walk: Walk, node: number): boolean {
  const { frame } = walk.assembly;
  if (frame instanceof ItemFrame && walk.tree.attribute(node, ATTR.type) === 'checkbox')
    frame.checked ??= walk.tree.attributeIndex(node, ATTR.checked) >= 0;
  return true;
}

const NEVER = tagSet('nav footer aside form button svg style template select textarea head');

/** In characters. An element with more dropped text is a teaser or a widget. Set by hand. */
const MAX_OTHER_TEXT = 40;
/** The same for a figure, whose caption may have been dropped. Set by hand. */
const MAX_OTHER_CAPTION = 600;

type Add = (walk: Walk, node: number) => void;

const ADDERS = new Map<number, Add>([
  [TAG.img, addImage],
  [TAG['amp-img'], addImage],
  [TAG.video, addPlayer],
  [TAG.audio, addPlayer],
  [TAG.iframe, addEmbed],
  [TAG.embed, addEmbed],
  [TAG.object, addEmbed],
  [TAG.math, addFormulaOf],
  [TAG['mjx-container'], addFormulaOf],
  [TAG.script, addScript],
]);

function addFormulaOf(walk: Walk, node: number): void {
  const formula = formulaOf(walk.tree, node, walk.kept);
  if (formula !== null) addFormula(walk, formula, node);
}

function addScript(walk: Walk, node: number): void {
  const formula = formulaOfScript(walk.tree, node);
  if (formula !== null) addFormula(walk, formula, node);
}

function passElement(walk: Walk, node: number): boolean {
  const { tree, coverage, assembly } = walk;
  const other = coverage.shownIn(node);
  if (other > 0) assembly.run.gap();
  const tag = tree.tag[node]!;
  if (NEVER.has(tag)) return true;
  const limit = tag === TAG.figure ? MAX_OTHER_CAPTION : MAX_OTHER_TEXT;
  if (other > limit || !isAmongKept(walk, node)) return true;
  if (tag === TAG.figure && assembly.canNest) {
    assembly.open(new FigureFrame(node));
    addMediaIn(walk, node);
    assembly.close();
  } else addMediaIn(walk, node);
  return true;
}

function addMediaIn(walk: Walk, node: number): void {
  const { tree } = walk;
  const end = tree.end[node]!;
  let linkEnd = 0;
  for (let n = node; n < end; ) {
    const tag = tree.tag[n]!;
    if (linkEnd > 0 && n >= linkEnd) {
      walk.assembly.run.popMark();
      linkEnd = 0;
    }
    const link = tag === TAG.a ? linkMark(walk, n) : undefined;
    if (link !== undefined) {
      walk.assembly.run.pushMark(link);
      linkEnd = tree.end[n]!;
    }
    const add = ADDERS.get(tag) ?? (isFormula(walk, n) ? addFormulaOf : undefined);
    if (tag >= KNOWN_TAGS.names.length) addCustomEmbed(walk, n);
    else if (add === undefined) addBackground(walk, n);
    else add(walk, n);
    n = add !== undefined || NEVER.has(tag) ? tree.end[n]! : n + 1;
  }
  if (linkEnd > 0) walk.assembly.run.popMark();
}

/** Renderings contain their formula several times, so they are converted as a whole. */
function isFormula(walk: Walk, node: number): boolean {
  const { tree } = walk;
  const tag = tree.tag[node]!;
  if (tag === TAG.math || tag === TAG['mjx-container']) return true;
  return (tag === TAG.span || tag === TAG.div) && isFormulaElement(tree, node);
}

const CLOSE_TOGETHER = tagSet('p li td th dd dt figure figcaption a span em strong b i blockquote');
/** Media that authors place, unlike bare images, which may be icons or portraits. */
const PLACED = tagSet('figure video audio iframe math script');
/** Number of wrappers to climb from an image to the text around it. Set by hand. */
const MAX_CLIMB = 8;

/**
 * True for media that belong to the article although they have no kept text. Their parent must be mostly kept. They
 * must be a figure or player, or in a paragraph, item, cell or figure; others must have kept text on both sides or end
 * the article. Media before the text that link elsewhere are teasers.
 */
function isAmongKept(walk: Walk, node: number): boolean {
  const { tree, coverage } = walk;
  let container = tree.parent[node]!;
  if (!coverage.isMostlyKept(container)) return false;
  if (CLOSE_TOGETHER.has(tree.tag[container]!) || PLACED.has(tree.tag[node]!)) return true;
  if (walk.assembly.frame instanceof FigureFrame || walk.assembly.frame instanceof CellFrame) return true;
  for (let i = 0; i < MAX_CLIMB && container >= 0 && coverage.isMostlyKept(container); i++) {
    const before = coverage.keptBetween(container, node) > 0;
    const after = coverage.keptBetween(tree.end[node]!, tree.end[container]!) > 0;
    if (before && after) return node >= walk.textStart || !linksElsewhere(walk, node);
    container = tree.parent[container]!;
  }
  return isAtEnd(walk, node) && !isPortrait(tree, node) && !linksElsewhere(walk, node);
}

/** True directly behind the last kept text, among the children of an element with most of the kept text. */
function isAtEnd({ tree, coverage }: Walk, node: number): boolean {
  const { first, end } = coverage;
  const container = tree.parent[node]!;
  const inside = coverage.keptBetween(container, node);
  return (
    node >= end && coverage.shownBetween(end, node) === 0 && inside * 2 >= coverage.keptBetween(first, end)
  );
}

const PORTRAIT = /author|avatar|byline|headshot|logo|portrait|profile/i;

/** True for the picture of an author or site, by the names in its attributes. */
function isPortrait(tree: PageTree, node: number): boolean {
  for (let n = node; n < tree.end[node]!; n++)
    if (tree.attributes(n).some(([, value]) => PORTRAIT.test(value))) return true;
  return false;
}

function linksElsewhere({ tree }: Walk, node: number): boolean {
  for (let n = node; n < tree.end[node]!; n++)
    if (tree.tag[n] === TAG.a && !isPictureFile(tree.attribute(n, ATTR.href) ?? '')) return true;
  return false;
}

const HANDLERS: readonly (readonly [Handler, readonly number[]])[] = [
  [passBreak, [TAG.br]],
  [passRule, [TAG.hr]],
  [passCell, [TAG.td, TAG.th]],
  [passInput, [TAG.input]],
  [() => true, [TAG.wbr, TAG.link, TAG.meta, TAG.style, TAG.source, TAG.track]],
];

const BY_TAG = new Map<number, Handler>(
  HANDLERS.flatMap(([handler, tags]) => tags.map((tag): [number, Handler] => [tag, handler])),
);

export function passHandler(tag: number): Handler {
  return BY_TAG.get(tag) ?? passElement;
}
