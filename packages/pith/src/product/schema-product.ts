import { jsonValues } from '../metadata/json-mend.js';
import { given } from '../metadata/metadata.js';
import { surveyTree } from '../metadata/survey.js';
import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

export interface SchemaProduct {
  readonly price?: string | undefined;
  readonly currency?: string | undefined;
  readonly description?: string | undefined;
  readonly specification: readonly (readonly [name: string, value: string])[];
}

type LinkedObject = Readonly<Record<string, unknown>>;

const MAX_VISITS = 5_000;
const MAX_ROWS = 200;
const PRODUCT_TYPE = /(?:^|\/)(?:Product|ProductGroup|IndividualProduct|ProductModel)$/;

/** The product in JSON-LD, completed by microdata; undefined if there is none. */
export function schemaProduct(tree: PageTree): SchemaProduct | undefined {
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
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_ROWS) : [value];
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
