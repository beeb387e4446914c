import type { Attribute, Matrix } from '@webpith/learn';
import { type PageTree, TAG } from 'webpith/stages';
import { COUNTED, type Counted, type PageSums, pageSums } from './page-sums.js';

/**
 * The elements that define structure (§4.1.1): the paper's block, list and table elements, and those of HTML5, as
 * suggested in §7.2. `header` and `footer` are included, since they are noise on nearly every page.
 */
// biome-ignore format: the paper's own, then HTML5's
const STRUCTURAL_TAGS = [
  'div', 'span', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'tr', 'td', 'th',
  'article', 'section', 'main', 'nav', 'aside', 'header', 'footer',
] as const;

const PLACE = new Int8Array(512).fill(-1);
STRUCTURAL_TAGS.forEach((name, place) => {
  PLACE[TAG[name]] = place;
});

function structuralPlace(tag: number): number {
  return tag < PLACE.length ? PLACE[tag]! : -1;
}

/** Structural elements with text, in document order, which is the paper's depth-first traversal. */
function candidateSegments(tree: PageTree, textLength: ArrayLike<number>): Int32Array {
  const found: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (structuralPlace(tree.tag[node]!) >= 0 && textLength[node]! > 0) found.push(node);
  }
  return Int32Array.from(found);
}

export function outermost(tree: PageTree, nodes: readonly number[]): number[] {
  const kept: number[] = [];
  for (const node of nodes.toSorted((a, b) => a - b)) {
    const last = kept.at(-1);
    if (last === undefined || node >= tree.end[last]!) kept.push(node);
  }
  return kept;
}

export interface SegmentedPage {
  readonly tree: PageTree;
  readonly sums: PageSums;
  readonly nodes: Int32Array;
}

export function segmentPage(tree: PageTree): SegmentedPage {
  const sums = pageSums(tree);
  return { tree, sums, nodes: candidateSegments(tree, sums.textLength) };
}

type Feature = (page: SegmentedPage, node: number) => number;

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

const ofPage =
  (column: (sums: PageSums) => ArrayLike<number>): Feature =>
  ({ sums }, node) =>
    share(column(sums)[node]!, column(sums)[0]!);

const counted = (name: Counted): Feature => ofPage(sums => sums.counts[name]);

/** Equation 4.1 before normalisation: stop words times the share of text outside anchors. */
export function penalisedStopWords(sums: PageSums, node: number): number {
  const text = sums.textLength[node]!;
  return text > 0 ? (sums.stopWords[node]! * (text - sums.anchorLength[node]!)) / text : 0;
}

/** The features of §4.1.5 except `tagName`, normalised by the page to the range 0 to 1. */
const NUMERIC: Readonly<Record<string, Feature>> = {
  innerTxtLength: ofPage(sums => sums.textLength),
  innerHtmlLength: ofPage(sums => sums.innerHtml),
  ...Object.fromEntries((Object.keys(COUNTED) as Counted[]).map(name => [name, counted(name)])),
  linkToTextRatio: ({ sums }, node) => share(sums.anchorLength[node]!, sums.textLength[node]!),
  stopWordRatio: ({ sums }, node) => share(penalisedStopWords(sums, node), sums.stopWords[0]!),
  stringMax: ofPage(sums => sums.longest),
  domHeight: ofPage(sums => sums.height),
  headerAround: ({ tree, sums }, node) => {
    const parent = tree.parent[node]!;
    return sums.header[parent] || sums.headerChild[parent] || sums.headerChild[node] ? 1 : 0;
  },
};

/** Features of rendered pages only; NaN without a box. */
const RENDERED: Readonly<Record<string, Feature>> = {
  centerX: boxFeature((box, page) => (box.x + box.width / 2) / page.width),
  centerY: boxFeature((box, page) => (box.y + box.height / 2) / page.height),
  width: boxFeature((box, page) => box.width / page.width),
  height: boxFeature((box, page) => box.height / page.height),
};

interface Size {
  readonly width: number;
  readonly height: number;
}

function boxFeature(value: (box: Size & { x: number; y: number }, page: Size) => number): Feature {
  return ({ tree: { layout } }, node) => {
    const box = layout?.box(node);
    const found = box === undefined ? Number.NaN : value(box, layout!.columns.page);
    return Number.isFinite(found) ? found : Number.NaN;
  };
}

const TAG_NAME: Attribute = { name: 'tagName', kind: 'nominal', values: STRUCTURAL_TAGS };

const ALL: Readonly<Record<string, Feature>> = {
  ...NUMERIC,
  ...RENDERED,
  tagName: ({ tree }, node) => structuralPlace(tree.tag[node]!),
};

const numeric = (names: readonly string[]) => names.map(name => ({ name, kind: 'numeric' }) as const);

/** Layout columns are last, so that all rows share their first columns. */
export function featureAttributes(rendered: boolean): readonly Attribute[] {
  return rendered ? RENDERED_ATTRIBUTES : HTML_ATTRIBUTES;
}

const HTML_ATTRIBUTES: readonly Attribute[] = [...numeric(Object.keys(NUMERIC)), TAG_NAME];
const RENDERED_ATTRIBUTES: readonly Attribute[] = [...HTML_ATTRIBUTES, ...numeric(Object.keys(RENDERED))];

export function featureRows(
  page: SegmentedPage,
  nodes: ArrayLike<number>,
  attributes: readonly Attribute[],
): Matrix {
  const columns = attributes.map(({ name }) => ALL[name] ?? (() => Number.NaN));
  const data = new Float64Array(nodes.length * columns.length);
  for (let row = 0, at = 0; row < nodes.length; row++) {
    for (const feature of columns) data[at++] = feature(page, nodes[row]!);
  }
  return { kind: 'dense', rows: nodes.length, columns: columns.length, data };
}
