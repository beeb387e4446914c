import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import { given } from '../metadata/metadata.js';
import type { Product } from '../options.js';
import { isOutside } from './outside.js';
import { currencyIn, findPrice, isFormerPrice } from './prices.js';
import { schemaProduct } from './schema-product.js';
import { type SpecificationRow, specificationRows } from './specification.js';

export interface ProductRecord extends Product {
  /** Rows of the visible page. */
  readonly rows: readonly SpecificationRow[];
}

export interface ProductOptions {
  /** Nonzero for content blocks; rows without one are ignored. */
  readonly kept?: ArrayLike<number>;
}

export function productFromRecords(page: PageMeasurements, options: ProductOptions = {}): ProductRecord {
  const described = schemaProduct(page.blocks.tree);
  const shown = shownPrice(page, described?.price);
  const price = shown ?? described?.price;
  const currency = described?.currency ?? (shown === undefined ? undefined : currencyIn(shown));
  const isKept = keptRange(page, options.kept);
  const rows = specificationRows(page, node => isOutside(page, node) || !isKept(node));
  const shownRows = rows.map(({ name, value }) => [name, value] as const);
  const specification = rows.length > 0 ? shownRows : (described?.specification ?? []);
  const { description } = described ?? {};
  return given<ProductRecord>({ price, currency, description, specification, rows });
}

function keptRange(
  { blocks }: PageMeasurements,
  kept: ArrayLike<number> | undefined,
): (node: number) => boolean {
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

/**
 * The price near the title: the one that matches the price in the structured data, if given; otherwise the first in an
 * element named after prices, or else the first. Skips former prices.
 */
function shownPrice(page: PageMeasurements, given: string | undefined): string | undefined {
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
    if (isPricePlace(page, blocks.first[b]!)) named ??= price;
  }
  // If the stated price is not shown near the title, other prices there are not the product's.
  return given === undefined ? (named ?? any) : undefined;
}

/** Digits without cents, which structured data may round. */
function amountOf(price: string): string {
  return price.replace(/[.,]\d{1,2}(?!\d)/, '').replace(/\D/g, '');
}

/** Number of ancestors checked for names of prices. Set by hand. */
const NEAR = 4;

function isPricePlace(page: PageMeasurements, text: number): boolean {
  const { tree } = page.blocks;
  for (let n = tree.parent[text]!, steps = 0; n > 0 && steps < NEAR; n = tree.parent[n]!, steps++) {
    if (isNamed(page.names, n, PRICE)) return true;
  }
  return false;
}
