import { isNamedNear, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import type { Groups } from '../groups/from-page.js';
import { jsonValues } from '../metadata/json-mend.js';
import { given } from '../metadata/metadata.js';
import { nodeText } from '../metadata/node-text.js';
import { surveyTree } from '../metadata/survey.js';
import type { Product } from '../options.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { currencyIn, findPrice, isFormerPrice } from './prices.js';

/**
 * Returns the product of a page. `kept` is nonzero for content blocks; rows of the specification in other blocks are
 * left out.
 */
export function productFromGroups(groups: Groups, kept?: ArrayLike<number>): Product {
  const { page } = groups;
  const described = schemaProduct(page.tree);
  const shown = shownPrice(page, described?.price);
  const price = shown ?? described?.price;
  const currency = described?.currency ?? (shown === undefined ? undefined : currencyIn(shown));
  const isKept = keptRange(page, kept);
  const rows = specificationRows(page, node => groups.isOutside(node) || !isKept(node));
  const shownRows = rows.map(({ name, value }) => [name, value] as const);
  const specification = rows.length > 0 ? shownRows : (described?.specification ?? []);
  const { description } = described ?? {};
  return given<Product>({ price, currency, description, specification });
}

function keptRange({ blocks }: Page, kept: ArrayLike<number> | undefined): (node: number) => boolean {
  if (kept === undefined) return () => true;
  const nodes = new Uint8Array(blocks.tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (kept[b]) nodes.fill(1, blocks.first[b]!, blocks.end[b]!);
  }
  return node => nodes.subarray(node, blocks.tree.end[node]).includes(1);
}

/** Number of blocks searched for a price, from the title on. Set by hand. */
const NEAR_TITLE = 80;
const PRICE = nameMask('price');

/** The price near the title: the one in the structured data, the first named after prices, or the first. */
function shownPrice(page: Page, given: string | undefined): string | undefined {
  const { blocks, landmarks } = page;
  const from = Math.max(0, landmarks.title);
  const digits = given === undefined ? '' : amountOf(given);
  let named: string | undefined;
  let any: string | undefined;
  for (let b = from; b < blocks.count && b < from + NEAR_TITLE; b++) {
    const price = findPrice(blocks.texts[b]!);
    if (price === undefined || isFormerPrice(blocks.tree, blocks.first[b]!)) continue;
    if (digits !== '' && amountOf(price) === digits) return price;
    any ??= price;
    const place = blocks.tree.parent[blocks.first[b]!]!;
    if (isNamedNear(page.names, blocks.tree, place, PRICE, NEAR)) named ??= price;
  }
  // If the stated price is not shown near the title, other prices there are not the product's.
  return given === undefined ? (named ?? any) : undefined;
}

/** Digits without cents, which structured data may round. */
function amountOf(price: string): string {
  return price.replace(/[.,]\d{1,2}(?!\d)/, '').replace(/\D/g, '');
}

/** Number of elements checked for names, from a price or a row upwards. Set by hand. */
const NEAR = 4;

interface SpecificationRow {
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
function specificationRows(page: Page, isOut: (node: number) => boolean): SpecificationRow[] {
  const { tree } = page;
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

function pairAt(page: Page, node: number): readonly [number, number] | undefined {
  const { tree } = page;
  const tag = tree.tag[node]!;
  if (tag === TAG.tr) return onlyTwo(page, node);
  if (tag === TAG.dt) {
    const value = nextElement(tree, tree.nextSibling(node));
    return value >= 0 && tree.tag[value] === TAG.dd ? [node, value] : undefined;
  }
  const isRow = tag === TAG.li || tag === TAG.div;
  const isInSpecification = isRow && isNamedNear(page.names, tree, node, SPECIFICATION, NEAR);
  return isInSpecification ? onlyTwo(page, node) : undefined;
}

function onlyTwo({ tree }: Page, node: number): readonly [number, number] | undefined {
  const parts: number[] = [];
  for (let n = tree.firstChild(node); n >= 0 && parts.length < 3; n = tree.nextSibling(n)) {
    if (tree.tag[n]! > TAG['#comment'] && tree.end[n]! > n + 1) parts.push(n);
    else if (tree.tag[n] === TAG['#text'] && tree.text(n).trim() !== '') return undefined;
  }
  return parts.length === 2 ? [parts[0]!, parts[1]!] : undefined;
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

interface SchemaProduct {
  readonly price?: string | undefined;
  readonly currency?: string | undefined;
  readonly description?: string | undefined;
  readonly specification: readonly (readonly [name: string, value: string])[];
}

type LinkedObject = Readonly<Record<string, unknown>>;

const MAX_VISITS = 5_000;
const MAX_PROPERTIES = 200;
const PRODUCT_TYPE = /(?:^|\/)(?:Product|ProductGroup|IndividualProduct|ProductModel)$/;

/** The product in JSON-LD, completed by microdata; undefined if there is none. */
function schemaProduct(tree: PageTree): SchemaProduct | undefined {
  const survey = surveyTree(tree);
  const written = microdataOffer(tree, survey.properties);
  for (const script of survey.jsonLd.slice(0, 50)) {
    const source = tree.textContent(script);
    if (!source.includes('Product')) continue;
    const product = findProduct(jsonValues(source));
    if (product !== undefined) return { ...written, ...productOf(product) };
  }
  return written.price === undefined ? undefined : { ...written, specification: [] };
}

/** The first product that is not in a list of similar ones. */
function findProduct(roots: readonly unknown[]): LinkedObject | undefined {
  const stack: unknown[] = [...roots].reverse();
  for (let visits = 0; stack.length > 0 && visits < MAX_VISITS; visits++) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      stack.push(...value.slice(0, 200).reverse());
      continue;
    }
    const object = value as LinkedObject;
    const types: readonly unknown[] = [object['@type']].flat();
    if (types.some(name => typeof name === 'string' && PRODUCT_TYPE.test(name))) return object;
    for (const key of ['mainEntity', '@graph']) stack.push(object[key]);
  }
  return undefined;
}

function productOf(product: LinkedObject): SchemaProduct {
  const offer = firstOffer(product.offers) ?? firstOffer(first(product.hasVariant)?.offers);
  const price = text(offer?.price ?? offer?.lowPrice ?? first(offer?.priceSpecification)?.price);
  const currency = text(offer?.priceCurrency ?? first(offer?.priceSpecification)?.priceCurrency);
  const description = text(product.description);
  const specification = properties(product.additionalProperty);
  return given<SchemaProduct>({ price, currency, description, specification });
}

function firstOffer(offers: unknown): LinkedObject | undefined {
  const offer = first(offers);
  const inner =
    offer?.price === undefined && offer?.lowPrice === undefined ? first(offer?.offers) : undefined;
  return inner ?? offer;
}

function properties(value: unknown): [string, string][] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_PROPERTIES) : [value];
  const rows: [string, string][] = [];
  for (const item of list) {
    if (typeof item !== 'object' || item === null) continue;
    const { name, value: said } = item as LinkedObject;
    const [label, content] = [text(name), text(said)];
    if (label !== undefined && content !== undefined) rows.push([label, content]);
  }
  return rows;
}

function microdataOffer(tree: PageTree, nodes: readonly number[]): { price?: string; currency?: string } {
  const found: { price?: string; currency?: string } = {};
  for (const node of nodes) {
    const property = tree.attribute(node, ATTR.itemprop);
    if (property !== 'price' && property !== 'priceCurrency') continue;
    const value = text(tree.attribute(node, ATTR.content) ?? tree.textContent(node));
    if (value === undefined || value.length > 40) continue;
    if (property === 'price') found.price ??= value;
    else found.currency ??= value;
  }
  return found;
}

function first(value: unknown): LinkedObject | undefined {
  const item: unknown = Array.isArray(value) ? value[0] : value;
  return typeof item === 'object' && item !== null ? (item as LinkedObject) : undefined;
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > 20_000) return undefined;
  const line = value.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line;
}
