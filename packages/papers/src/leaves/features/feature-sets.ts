import { type Leaf, visibleLeaves } from '@webpith/lab';
import { ATTR, type Layout, type PageTree, TAG } from 'webpith/stages';
import { dateShapes, leafText, showsDate } from '../leaf-text.js';
import { type BoxContents, boxContents, boxFeatures, boxHeadings, headingFeatures } from './boxes.js';
import type { Dictionary } from './dictionary.js';
import {
  type HeadMetadata,
  headMetadata,
  metadataFeatures,
  neighbourFeatures,
  placeFeatures,
  shapeFeatures,
  titleLeaf,
  titlePlaceFeatures,
  twinFeatures,
} from './leaf-features.js';
import { lexiconFeatures } from './lexicon-features.js';
import {
  ancestorFeatures,
  commentsAround,
  type MainText,
  mainText,
  type PageContext,
  PLACE,
  pageContext,
  WORD_PLACE,
} from './page-context.js';
import { type FeatureRows, type FeatureWriter, RowWriter } from './writer.js';

interface DrawnLeaves {
  readonly tree: PageTree;
  readonly nodes: Int32Array;
}

const LEVELS = 3;

/**
 * The style and layout features of §2.3: position and size, every computed style of three elements, and font size
 * relative to the largest and mean of the page and to the neighbours. A style is a feature only where it differs from
 * that of the `html` element; numbers are given by their difference.
 */
function layoutFeatures({ tree, nodes }: DrawnLeaves, out: FeatureWriter): (leaf: number) => void {
  const layout = tree.layout!;
  const sizes = Float64Array.from(nodes, node => (node < 0 ? 0 : fontSize(layout, tree, node)));
  const { largest, mean } = sizesOnPage(sizes);
  const { page, styleNames } = layout.columns;
  const top = tree.tag.indexOf(TAG.html);
  const usual = new Map(styleNames.map(name => [name, top < 0 ? undefined : layout.style(top, name)]));
  return i => {
    const node = nodes[i]!;
    if (node < 0) return;
    const box = layout.box(node);
    if (box) {
      out.setByName('box x', box.x);
      out.setByName('box y', box.y);
      out.setByName('box y share', box.y / Math.max(1, page.height));
      out.setByName('box x share', box.x / Math.max(1, page.width));
      out.setByName('box right', page.width - box.x - box.width);
      out.setByName('box width', box.width);
      out.setByName('box height', box.height);
      out.setByName('box middle', Math.abs(box.x + box.width / 2 - page.width / 2));
    }
    for (let n = node, level = 0; n > 0 && level < LEVELS; n = tree.parent[n]!, level++)
      styleFeatures(layout, usual, n, level, out);
    if (layout.inFrame(node)) out.add('iframe');
    out.setByName('font below largest', largest - sizes[i]!);
    out.setByName('font over mean', sizes[i]! - mean);
    if (i > 0) out.setByName('font change before', sizes[i]! - sizes[i - 1]!);
    if (i + 1 < sizes.length) out.setByName('font change after', sizes[i]! - sizes[i + 1]!);
  };
}

function styleFeatures(
  layout: Layout,
  usual: ReadonlyMap<string, string | undefined>,
  node: number,
  level: number,
  out: FeatureWriter,
): void {
  for (const [name, atTop] of usual) {
    const value = layout.style(node, name);
    if (value === undefined || value === '' || value === atTop) continue;
    const number = pixels(value);
    if (number === undefined) out.add(`s${level} ${name}=${value.slice(0, 40)}`);
    else out.setByName(`s${level} ${name}`, number - (pixels(atTop ?? '') ?? 0));
  }
}

function pixels(value: string): number | undefined {
  const number = /^(-?\d{1,6}(?:\.\d{1,6})?)(?:px)?$/.exec(value)?.[1];
  return number === undefined ? undefined : Number(number);
}

export function fontSize(layout: Layout, tree: PageTree, node: number): number {
  for (let n = node, up = 0; n > 0 && up < 3; n = tree.parent[n]!, up++) {
    const value = Number.parseFloat(layout.style(n, 'font-size') ?? '');
    if (value > 0) return value;
  }
  return 0;
}

function sizesOnPage(sizes: Float64Array): { largest: number; mean: number } {
  const drawn = sizes.filter(size => size > 0);
  return {
    largest: drawn.reduce((a, b) => Math.max(a, b), 0),
    mean: drawn.reduce((a, b) => a + b, 0) / Math.max(1, drawn.length),
  };
}

/** Number of leaves to look ahead before a leaf counts as not drawn. */
const REACH = 400;

/** Matches the leaves of a page with those of the rendered tree, by a parallel walk with bounded look-ahead. */
export function drawnLeaves(tree: PageTree, leaves: readonly Leaf[], drawn: PageTree): DrawnLeaves {
  const others = visibleLeaves(drawn);
  const keys = others.map(leaf => leafKey(drawn, leaf));
  const nodes = new Int32Array(leaves.length).fill(-1);
  let at = 0;
  leaves.forEach((leaf, i) => {
    const key = leafKey(tree, leaf);
    for (let j = at; j < keys.length && j < at + REACH; j++) {
      if (keys[j] !== key) continue;
      nodes[i] = others[j]!.node;
      at = j + 1;
      return;
    }
  });
  return { tree: drawn, nodes };
}

function leafKey(tree: PageTree, leaf: Leaf): string {
  if (leaf.kind === 'text') return leafText(tree, leaf);
  return `${leaf.kind} ${leafText(tree, leaf)} ${tree.attribute(leaf.node, ATTR.src) ?? ''}`.slice(0, 300);
}

/**
 * The computed styles to render pages with: those of Chromium without logical aliases and properties of animation,
 * scrolling and SVG.
 */
export const COMPUTED_STYLES: readonly string[] = `
accent-color align-content align-items align-self alignment-baseline appearance aspect-ratio backdrop-filter
backface-visibility background-attachment background-blend-mode background-clip background-color
background-image background-origin background-position background-repeat background-size baseline-shift
baseline-source border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
border-bottom-width border-collapse border-left-color border-left-style border-left-width border-right-color
border-right-style border-right-width border-top-color border-top-left-radius border-top-right-radius
border-top-style border-top-width bottom box-decoration-break box-shadow box-sizing break-after break-before
break-inside caption-side clear clip clip-path clip-rule color column-count column-fill column-gap
column-height column-span column-width column-wrap content content-visibility counter-increment counter-reset
counter-set cursor direction display dominant-baseline empty-cells field-sizing filter flex-basis
flex-direction flex-grow flex-line-count flex-shrink flex-wrap float font-family font-kerning font-size
font-size-adjust font-stretch font-style font-variant font-variant-alternates font-variant-caps
font-variant-east-asian font-variant-emoji font-variant-ligatures font-variant-numeric font-variant-position
font-weight forced-color-adjust grid-auto-columns grid-auto-flow grid-auto-rows grid-column-end
grid-column-start grid-row-end grid-row-start grid-template-areas grid-template-columns grid-template-rows
height hyphenate-character hyphenate-limit-chars hyphens image-orientation image-rendering initial-letter
isolation justify-content justify-items justify-self left letter-spacing line-break line-height
list-style-image list-style-position list-style-type margin-bottom margin-left margin-right margin-top
margin-trim max-height max-width min-height min-width mix-blend-mode object-fit object-position
object-view-box opacity order orphans outline-color outline-offset outline-style outline-width overflow-anchor
overflow-clip-margin overflow-wrap overflow-x overflow-y overscroll-behavior-x overscroll-behavior-y
padding-bottom padding-left padding-right padding-top paint-order perspective perspective-origin
pointer-events position print-color-adjust quotes resize right rotate row-gap ruby-align ruby-overhang
ruby-position scale tab-size table-layout text-align text-align-last text-decoration text-decoration-color
text-decoration-line text-decoration-skip-ink text-decoration-style text-decoration-thickness
text-emphasis-color text-emphasis-position text-emphasis-style text-indent text-justify text-orientation
text-overflow text-rendering text-shadow text-size-adjust text-transform text-underline-offset
text-underline-position text-wrap-mode text-wrap-style top touch-action transform transform-box
transform-origin transform-style translate unicode-bidi user-select vertical-align visibility
white-space-collapse widows width will-change word-break word-spacing writing-mode z-index zoom
`
  .trim()
  .split(/\s+/);

export const FEATURE_SETS = ['no style', 'all', 'rich'] as const;
export type FeatureSet = (typeof FEATURE_SETS)[number];

export function leafFeatures(
  tree: PageTree,
  set: FeatureSet,
  dictionary: Dictionary,
  drawn?: PageTree,
): FeatureRows {
  const out = new RowWriter(dictionary);
  const leaves = visibleLeaves(tree);
  const texts = leaves.map(leaf => leafText(tree, leaf));
  writeFeatures({ tree, leaves, texts, set, drawn }, out);
  return out.rows;
}

interface FeatureSource {
  readonly tree: PageTree;
  readonly leaves: readonly Leaf[];
  readonly texts: readonly string[];
  readonly set: FeatureSet;
  readonly drawn?: PageTree | undefined;
}

export function writeFeatures({ tree, leaves, texts, set, drawn }: FeatureSource, out: FeatureWriter): void {
  const context = pageContext(tree, leaves, texts, out.dictionary);
  const parts = [paperFeatures(context, out)];
  const layout = tree.layout ? tree : drawn;
  if (set === 'all' && layout?.layout) parts.push(layoutFeatures(drawnLeaves(tree, leaves, layout), out));
  if (set === 'rich') parts.push(richFeatures(context, out));
  for (let i = 0; i < leaves.length; i++) {
    for (const part of parts) part(i);
    out.next();
  }
}

function paperFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, texts, tokens, words, depths, paragraphDepth, valuesOf } = context;
  const ofAll = ancestorFeatures(tree, valuesOf, PLACE.any, out);
  const childCounts = childElements(context);
  const [kindIs, comment, pattern] = [out.words('kind='), out.words('comment='), out.words('date:')];
  const number = (name: string) => out.dictionary.number(name);
  const [siblings, depth, fromP] = [number('siblings'), number('depth'), number('depth from p')];
  const [wordCount, characters, always] = [number('words'), number('characters'), number('always')];
  return i => {
    const { node, kind } = leaves[i]!;
    const text = texts[i]!;
    kindIs(kind);
    out.addValues(tokens[i]!, WORD_PLACE.own);
    if (kind !== 'text') out.addGroups(valuesOf(node), PLACE.own);
    const parent = tree.parent[node]!;
    out.addGroups(valuesOf(parent), PLACE.parent);
    for (let n = tree.parent[parent]!, up = 0; n > 0 && up < 2; n = tree.parent[n]!, up++)
      out.addGroups(valuesOf(n), PLACE.near);
    ofAll(parent);
    for (const token of commentsAround(tree, node)) comment(token);
    if (text.length < 200) for (const shape of dateShapes(text)) pattern(shape);
    out.value(siblings, childCounts[tree.parent[node]!]! - 1);
    out.value(depth, depths[node]!);
    out.value(fromP, Math.abs(depths[node]! - paragraphDepth));
    out.value(wordCount, words[i]!);
    out.value(characters, text.length);
    out.addNumber(always);
  };
}

function childElements({ tree }: PageContext): Uint32Array {
  const counts = new Uint32Array(tree.count);
  for (let n = 1; n < tree.count; n++) counts[tree.parent[n]!]!++;
  return counts;
}

export interface RichContext extends PageContext {
  readonly main: MainText;
  readonly heads: Int32Array;
  readonly metadata: HeadMetadata;
  readonly contents: BoxContents;
  readonly title: number;
  readonly dates: Uint8Array;
}

const LONGEST_DATE = 12;

const PARTS = [
  metadataFeatures,
  neighbourFeatures,
  headingFeatures,
  boxFeatures,
  placeFeatures,
  shapeFeatures,
  lexiconFeatures,
  titlePlaceFeatures,
  twinFeatures,
];

function richFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const metadata = headMetadata(context.tree);
  const rich: RichContext = {
    ...context,
    main: mainText(context),
    heads: boxHeadings(context),
    metadata,
    contents: boxContents(context, metadata),
    title: titleLeaf(context, metadata),
    dates: Uint8Array.from(context.texts, (text, i) =>
      context.words[i]! <= LONGEST_DATE && showsDate(text) ? 1 : 0,
    ),
  };
  const parts = PARTS.map(part => part(rich, out));
  return i => {
    for (const part of parts) part(i);
  };
}
