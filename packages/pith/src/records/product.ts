import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import type { Product } from '../options.js';
import { isOutside } from './outside.js';
import { currencyIn, findPrice, isFormerPrice } from './prices.js';
import { schemaProduct } from './schema-product.js';
import { type SpecificationRow, specificationRows } from './specification.js';

/** What a product page says about its product, and where. */
export interface ProductRecord extends Product {
  /** The elements that hold the rows of its specification, for those found on the page itself. */
  readonly rows: readonly SpecificationRow[];
}

/** What is known of a page when its product is asked for. */
export interface ProductOptions {
  /** 1 for each block that is content: only rows in content count. */
  readonly kept?: ArrayLike<number>;
}

/** Reads price, description and specification of the product that a page sells. */
export function productFromRecords(facts: PageMeasurements, options: ProductOptions = {}): ProductRecord {
  const described = schemaProduct(facts.blocks.tree);
  const shown = shownPrice(facts, described?.price);
  const price = shown ?? described?.price;
  const currency = described?.currency ?? (shown === undefined ? undefined : currencyIn(shown));
  const isKept = keptRange(facts, options.kept);
  const rows = specificationRows(facts, node => isOutside(facts, node) || !isKept(node));
  return {
    ...(price === undefined ? {} : { price }),
    ...(currency === undefined ? {} : { currency }),
    ...(described?.description === undefined ? {} : { description: described.description }),
    specification:
      rows.length > 0
        ? rows.map(({ name, value }) => [name, value] as const)
        : (described?.specification ?? []),
    rows,
  };
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

/** Blocks behind the title among which the price is looked for. Set by hand. */
const NEAR_TITLE = 80;
const PRICE = nameMask('price');

/**
 * The price near the title: the one that agrees with the structured data, else the first in an element named after
 * prices, else the first at all. Prices crossed out are those of yesterday.
 */
function shownPrice(facts: PageMeasurements, given: string | undefined): string | undefined {
  const { blocks, landmarks } = facts;
  const from = Math.max(0, landmarks.title);
  const digits = given === undefined ? '' : amountOf(given);
  let named: string | undefined;
  let any: string | undefined;
  for (let b = from; b < blocks.count && b < from + NEAR_TITLE; b++) {
    const price = findPrice(blocks.texts[b]!);
    if (price === undefined || isFormerPrice(blocks.tree, blocks.first[b]!)) continue;
    if (digits !== '' && amountOf(price) === digits) return price;
    any ??= price;
    if (isPricePlace(facts, blocks.first[b]!)) named ??= price;
  }
  // What the data say and the page does not show near its title is believed as the data have it.
  return given === undefined ? (named ?? any) : undefined;
}

/** Cents left aside: data round what pages write out. */
function amountOf(price: string): string {
  return price.replace(/[.,]\d{1,2}(?!\d)/, '').replace(/\D/g, '');
}

/** Elements up from a text that may be named after prices. Set by hand. */
const NEAR = 4;

function isPricePlace(facts: PageMeasurements, text: number): boolean {
  const { tree } = facts.blocks;
  for (let n = tree.parent[text]!, steps = 0; n > 0 && steps < NEAR; n = tree.parent[n]!, steps++) {
    if (isNamed(facts.names, n, PRICE)) return true;
  }
  return false;
}
