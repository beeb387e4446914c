import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import { nodeText } from '../metadata/node-text.js';
import { TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

export interface SpecificationRow {
  readonly node: number;
  readonly name: string;
  readonly value: string;
}

/** Longer names and values are text. Set by hand. */
const MAX_NAME = 50;
const MAX_NAME_WORDS = 6;
const MAX_VALUE = 300;
const MAX_ROWS = 300;
const SPECIFICATION = nameMask('spec');

/** Pairs of name and value: rows with two cells, definition lists, pairs in elements named after specifications. */
export function specificationRows(
  page: PageMeasurements,
  isOut: (node: number) => boolean,
): SpecificationRow[] {
  const { tree } = page.blocks;
  const rows: SpecificationRow[] = [];
  const seen = new Set<string>();
  for (let node = 1; node < tree.count && rows.length < MAX_ROWS; node++) {
    const pair = pairAt(page, node);
    if (pair === undefined || isOut(node)) continue;
    const row = rowOf(tree, node, pair);
    if (row === undefined || seen.has(row.name)) continue;
    seen.add(row.name);
    rows.push(row);
  }
  return withoutSingles(tree, rows);
}

/** Drops pairs that are alone in their table or list: they are layout, or a heading with text. */
function withoutSingles(tree: PageTree, rows: readonly SpecificationRow[]): SpecificationRow[] {
  const sizes = new Map<number, number>();
  const lists = rows.map(({ node }) => listAround(tree, node));
  for (const list of lists) sizes.set(list, (sizes.get(list) ?? 0) + 1);
  return rows.filter((_, i) => sizes.get(lists[i]!)! > 1);
}

/** The table, list or parent of a row; a `dt` may have a wrapper. */
function listAround(tree: PageTree, row: number): number {
  const wanted = tree.tag[row] === TAG.tr ? TAG.table : tree.tag[row] === TAG.dt ? TAG.dl : -1;
  let node = tree.parent[row]!;
  for (let steps = 0; wanted >= 0 && node > 0 && steps < NEAR && tree.tag[node] !== wanted; steps++)
    node = tree.parent[node]!;
  return node;
}

function pairAt(page: PageMeasurements, node: number): readonly [number, number] | undefined {
  const { tree } = page.blocks;
  const tag = tree.tag[node]!;
  if (tag === TAG.tr) return onlyTwo(page, node);
  if (tag === TAG.dt) {
    const value = nextElement(tree, tree.nextSibling(node));
    return value >= 0 && tree.tag[value] === TAG.dd ? [node, value] : undefined;
  }
  const isRow = tag === TAG.li || tag === TAG.div;
  return isRow && isInSpecification(page, node) ? onlyTwo(page, node) : undefined;
}

function onlyTwo(
  { blocks: { tree } }: PageMeasurements,
  node: number,
): readonly [number, number] | undefined {
  const parts: number[] = [];
  for (let n = tree.firstChild(node); n >= 0 && parts.length < 3; n = tree.nextSibling(n)) {
    if (tree.tag[n]! > TAG['#comment'] && tree.end[n]! > n + 1) parts.push(n);
    else if (tree.tag[n] === TAG['#text'] && tree.text(n).trim() !== '') return undefined;
  }
  return parts.length === 2 ? [parts[0]!, parts[1]!] : undefined;
}

/** Number of elements checked, from a row upwards. Set by hand. */
const NEAR = 4;

function isInSpecification(page: PageMeasurements, node: number): boolean {
  const { tree } = page.blocks;
  for (let n = node, steps = 0; n > 0 && steps < NEAR; n = tree.parent[n]!, steps++) {
    if (isNamed(page.names, n, SPECIFICATION)) return true;
  }
  return false;
}

function rowOf(
  tree: PageTree,
  node: number,
  [label, content]: readonly [number, number],
): SpecificationRow | undefined {
  const name = nodeText(tree, label, MAX_NAME + 1).replace(/\s?[:：]$/, '');
  const value = nodeText(tree, content, MAX_VALUE + 1);
  if (name === '' || value === '' || name.length > MAX_NAME || value.length > MAX_VALUE || name === value)
    return undefined;
  const isName = /\p{L}/u.test(name) && name.split(' ').length <= MAX_NAME_WORDS;
  return isName ? { node, name, value } : undefined;
}

function nextElement(tree: PageTree, from: number): number {
  let node = from;
  while (node >= 0 && tree.tag[node]! <= TAG['#comment']) node = tree.nextSibling(node);
  return node;
}
